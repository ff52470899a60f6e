// Keeps the whole page after the first visit. A new version is a new cache; it waits beside the one
// in use until the person takes it up, so that a running game finds all files of its version.
const CACHE = "spieltisch-VERSION";
const PAGE = [FILES];
addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(PAGE)));
});
addEventListener("message", ({ data }) => {
  if (data === "take over") skipWaiting();
});
addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("spieltisch-") && name !== CACHE;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => clients.claim()),
  );
});
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  if (request.mode === "navigate") {
    // The newest page where there is a network, the kept one where there is none.
    event.respondWith(fetch(request).catch(() => caches.match("./")));
    return;
  }
  event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});
