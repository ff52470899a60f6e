import init, { missing, take, think } from "./GLUE";
const ready = init({ module_or_path: new URL("./WASM", import.meta.url) });
// What players have learned, fetched for the games that are played.
const values = VALUES;
const fetchValues = async (name) => {
  const file = await fetch(new URL(values[name], import.meta.url));
  if (!file.ok) throw new Error(`${file.status}`);
  take(name, new Uint8Array(await file.arrayBuffer()));
};
let last = ready;
onmessage = ({ data }) => {
  const answer = async () => {
    for (const name of missing(data)?.split(" ") ?? []) {
      // What fails once is tried again. Without its values a player decides as well as it can.
      if (name) await fetchValues(name).catch(() => fetchValues(name)).catch(() => {});
    }
    postMessage(await think(data));
  };
  // The page starts another worker and asks again.
  last = last.then(answer).catch(() => postMessage("failed"));
};
