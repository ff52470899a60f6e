// Kept for a good moment.
addEventListener("beforeinstallprompt", (event) => { event.preventDefault(); window.installable = event; });
// A language each: a person reads one of them. First what everyone needs, then what comes with pages that are fetched later.
const packed = TEXTS;
const place = (name) => new URL(name, import.meta.url);
let style;
const laterStyle = () => style ??= new Promise((done) => {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: place("./LATER"), onload: done });
  link.onerror = () => { style = undefined; done(); };
  document.head.append(link);
});
const starting = document.querySelector(".starting");
// What fails once is tried again, each file on its own; after that the person decides when.
const twice = (fetching) => fetching().catch(() => new Promise((done) => setTimeout(done, 1000)).then(fetching));
// Fetches everything, and tells how to begin.
const begin = async () => {
  const { default: init, language, start, texts } = await twice(() => import("./GLUE"));
  const fetchTexts = async (code, later = false) => {
    const [file] = await Promise.all([fetch(place(packed[code][Number(later)])), later && laterStyle()]);
    if (!file.ok) throw new Error(`${file.status}`);
    texts(code, later, await file.text());
  };
  await twice(() => init({ module_or_path: place("./WASM") }));
  await twice(() => fetchTexts(language()));
  return () => start(place("./WORKER").href, fetchTexts);
};
// There are no words here yet, in whatever language.
begin().then(
  (show) => { starting.remove(); show(); },
  () => Object.assign(starting, { className: "starting failed", href: location.href, onclick: () => location.reload() }),
);
