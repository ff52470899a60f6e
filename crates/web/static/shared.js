// What several parts share comes in many small pieces, one after another in a few files. FILES tells of each piece how
// long it is and, a bit for each, which parts need it.
const files = new Map();
const shared = async (name, from, to) => {
  if (!files.has(name)) {
    const fetched = fetch(new URL(name, import.meta.url)).then((file) => {
      if (!file.ok) throw new Error(`${file.status}`);
      return file.arrayBuffer();
    });
    files.set(name, fetched);
  }
  try {
    return new Response((await files.get(name)).slice(from, to), { headers: { "content-type": "application/wasm" } });
  } catch (failed) {
    files.delete(name);
    throw failed;
  }
};
const pieces = FILES.flatMap(([name, told]) => {
  let end = 0;
  return Array.from(told.matchAll(/(\d+) (\w+)/g), ([, length, users]) => {
    const from = end, to = (end += Number(length));
    const load = makeLoad(() => {
      const src = shared(name, from, to);
      src.catch(() => {});
      return async (imports) => WebAssembly.instantiateStreaming(src, imports);
    }, []);
    return [parseInt(users, 36), load];
  });
});
const of = (part) => pieces.filter(([users]) => Math.floor(users / 2 ** part) % 2).map(([, load]) => load);
