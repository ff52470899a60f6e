import init, { start } from "./GLUE";
await init({ module_or_path: new URL("./WASM", import.meta.url) });
start(new URL("./WORKER", import.meta.url).href);
