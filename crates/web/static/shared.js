
// What several parts share comes in many small pieces: a few files for all of them instead of two dozen.
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
