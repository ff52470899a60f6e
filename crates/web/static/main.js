import init, { language, start, texts } from "./GLUE";
// A language each: a person reads one of them.
const packed = TEXTS;
const fetchTexts = async (code) => texts(code, await (await fetch(new URL(packed[code], import.meta.url))).text());
await init({ module_or_path: new URL("./WASM", import.meta.url) });
await fetchTexts(language());
start(new URL("./WORKER", import.meta.url).href, fetchTexts);
