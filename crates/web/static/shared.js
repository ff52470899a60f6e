// What several parts share comes in many small pieces: one file for all of them instead of two dozen.
let pieces;
const shared = async (from, to) => {
  pieces ??= fetch(new URL("./SHARED", import.meta.url)).then((file) => {
    if (!file.ok) throw new Error(`${file.status}`);
    return file.arrayBuffer();
  });
  try {
    return new Response((await pieces).slice(from, to), { headers: { "content-type": "application/wasm" } });
  } catch (failed) {
    pieces = undefined;
    throw failed;
  }
};
