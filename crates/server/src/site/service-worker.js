// Keeps the files of this site, so that it works without a network after the first visit.
const CACHE = `chromex ${registration.scope} ${'VERSION'}`;
const FILES = ['FILES'];

addEventListener('install', (event) => {
  const requests = ['./', ...FILES].map((name) => new Request(name, { cache: 'no-cache' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)).then(() => skipWaiting()));
});

// What an earlier version kept goes; what other sites on this host keep stays.
addEventListener('activate', (event) => {
  const old = (name) => name.startsWith(`chromex ${registration.scope} `) && name !== CACHE;
  const clear = caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))));
  event.waitUntil(clear.then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(registration.scope)) return;
  const kept = caches.open(CACHE).then((cache) => cache.match(request, { ignoreSearch: true }));
  event.respondWith(kept.then((answer) => answer ?? fetch(request)));
});
