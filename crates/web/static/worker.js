import init, { missing, take, think } from "./GLUE";
const ready = init({ module_or_path: new URL("./WASM", import.meta.url) });
// What players have learned, fetched for the games that are played.
const values = VALUES;
let last = ready;
onmessage = ({ data }) => {
  last = last.then(async () => {
    const name = missing(data);
    if (name) {
      try {
        const file = await fetch(new URL(values[name], import.meta.url));
        take(name, new Uint8Array(await file.arrayBuffer()));
      } catch (_) {
        // Without its values a player decides as well as it can.
      }
    }
    postMessage(await think(data));
  });
};
