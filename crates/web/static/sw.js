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
// It is somebody's turn: one notification for each table. A tap brings the table to the front, or opens it.
const address = (table) => new URL(`#/t/${table}`, registration.scope).href;
addEventListener("push", (event) => {
  let message = {};
  try {
    message = event.data.json();
  } catch {
    // Something is shown all the same: a browser takes the permission away from whoever shows nothing.
  }
  const { table = "", words = "Spieltisch" } = message;
  const shown = registration.showNotification("Spieltisch", { body: words, tag: table, renotify: Boolean(table), icon: "ICON_192", data: table });
  event.waitUntil(Promise.all([shown, navigator.setAppBadge?.()]));
});
addEventListener("notificationclick", (event) => {
  const place = address(event.notification.data);
  event.notification.close();
  const bring = async () => {
    const open = await clients.matchAll({ type: "window" });
    const there = open.find(({ url }) => url === place);
    // A window tells the address it was opened with; it may have gone on from there.
    if (there) return (await there.focus()).navigate(place);
    return clients.openWindow(place);
  };
  event.waitUntil(bring());
});
