// Measures the screen as it stands and returns what is wrong with it, one line each.
// Arguments: a selector of what is looked at, and what is asked of it beside reach, size and whole words:
// "still" (board, dice and the next step are seen without scrolling), "large" (the board is as large as the window allows),
// "told" (what to do, and what to do it with, are in sight where the page stands and at its top), "fits" (the page is no longer than the
// window), "only" (nothing else is looked at).
const [within, asked] = [arguments[0], arguments[1]];
const faults = [];
const root = document.querySelector(within);
const tall = innerHeight, wide = innerWidth;
// 24 px are enough for a finger that aims; where the screen allows, 40.
const least = Math.min(wide, tall) >= 600 && !asked.includes("big text") ? 39.5 : 23.5;

const named = (e) => `${e.tagName.toLowerCase()}${e.id && "#" + e.id}.${[...e.classList].join(".")} “${(e.textContent || e.getAttribute("aria-label") || "").trim().slice(0, 24)}”`;
const hidden = (e) => e.closest("[inert], .visually-hidden, .skip, .definitions, [aria-hidden=true] .picture, .picture[aria-hidden=true]") || !e.checkVisibility({ visibilityProperty: true });
const label = (e) => (e.matches("input, select") && e.closest("label")) || e;
const round = (r) => `${Math.round(r.width)}×${Math.round(r.height)}`;

// What a person is asked to do, and the control to do it with: wholly in the window, and nothing lies over it. Where something is marked
// that is the control, else whatever can be used.
const told = (where) => {
  const inside = (r) => r.top >= -0.5 && r.left >= -0.5 && r.bottom <= innerHeight + 0.5 && r.right <= innerWidth + 0.5;
  const covered = (e, r) => {
    const hit = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
    return hit && !e.contains(hit) && !hit.contains(e);
  };
  const seen = (e) => e.checkVisibility({ visibilityProperty: true });
  // In a talk that lies over the table one writes; at a table before its game one invites; elsewhere a prompt says what to do.
  const talks = within === ".talk" && getComputedStyle(root).position === "fixed";
  const [says, does] = talks ? [".talk h2", ".talk :is(input, button)"] : [".prompt, .roll-off .said, .lobby .scan, #send-invite", ""];
  const said = [...document.querySelectorAll(says)].filter(seen);
  if (!said.some((e) => e.textContent.trim())) faults.push(`nothing says what to do ${where}`);
  for (const e of said) {
    const texts = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const out = [...range.getClientRects()].filter((r) => r.width > 0.5).find((r) => !inside(r) || covered(e, r));
      if (out) faults.push(`“${texts.currentNode.data.slice(0, 30)}” is ${inside(out) ? "covered" : `out of sight, at ${Math.round(out.top)} to ${Math.round(out.bottom)},`} ${where}`);
    }
  }
  const marked = [...document.querySelectorAll(".table .hinted:not(:disabled)")].filter(seen);
  const usable = does ? [] : marked.length ? marked : [...document.querySelectorAll(".table .square.possible, .table .place.possible, .table .tile:not(:disabled), .table .die:not(:disabled), .table .offer, .table .key")].filter(seen);
  const next = [...document.querySelectorAll(does || "#main-button:not(:disabled), #real-game, .closing .main, #send-invite, #start-now")].filter(seen);
  if (!usable.length && !next.length) faults.push(`there is nothing to do it with ${where}`);
  // A sheet for five and more is longer than a phone and moves under what is to be done.
  const [boxes, others] = [usable.filter((e) => e.closest(".sheet.crowd")), usable.filter((e) => !e.closest(".sheet.crowd"))];
  const inSight = (e) => inside(e.getBoundingClientRect()) && !covered(e, e.getBoundingClientRect());
  if (boxes.length && !boxes.some(inSight)) faults.push(`no box is in sight ${where}`);
  for (const e of [...others, ...next]) {
    const r = e.getBoundingClientRect();
    if (!inside(r)) faults.push(`${named(e)} is out of sight, at ${Math.round(r.top)} to ${Math.round(r.bottom)}, ${where}`);
    else if (covered(e, r)) faults.push(`${named(e)} is covered ${where}`);
  }
};
if (asked.includes("told")) {
  if (scrollY) told(`where the page stands, ${Math.round(scrollY)} px down`);
  scrollTo({ top: 0, behavior: "instant" });
  told("at the top of the page");
}
if (asked.includes("fits") && document.scrollingElement.scrollHeight > tall + 1) faults.push(`the page is ${document.scrollingElement.scrollHeight - tall} px longer than the window`);
if (asked.includes("only")) return [...new Set(faults)];

// What is hidden when it overflows cannot be scrolled by a person, so a script may not either.
const locked = [...document.querySelectorAll("body *")].filter((e) => /hidden/.test(getComputedStyle(e).overflow));
const before = locked.map((e) => e.style.overflow);
locked.forEach((e) => (e.style.overflow = "clip"));
const page = document.scrollingElement;
if ([document.documentElement, document.body].some((e) => /hidden|clip/.test(getComputedStyle(e).overflow)) && page.scrollHeight > tall) faults.push("the page is longer than the window and cannot be scrolled");
if (page.scrollWidth > wide) {
  const widest = [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility()).findLast((e) => e.getBoundingClientRect().right > wide);
  faults.push(`the page is ${page.scrollWidth - wide} px wider than the window because of ${widest && named(widest)}`);
}
scrollTo({ top: 0, behavior: "instant" });

if (asked.includes("still")) {
  const needed = [...document.querySelectorAll(".board, .sheet, .dice, .tiles, #main-button")].filter((e) => e.checkVisibility());
  for (const e of needed) {
    const below = e.getBoundingClientRect().bottom - tall;
    if (below > 1) faults.push(`${named(e)} reaches ${Math.round(below)} px below the window`);
  }
}
if (asked.includes("large")) {
  const board = document.querySelector(".castro .squares, .crowns .fields, .caro .board");
  const bar = document.querySelector(".bar").getBoundingClientRect().height;
  if (board) {
    const { width, height } = board.getBoundingClientRect();
    const free = wide >= tall ? Math.min(tall - bar, 0.55 * wide) : Math.min(wide, 0.55 * tall);
    if (Math.max(width, height) < 0.7 * free) faults.push(`the board is ${Math.round(width)}×${Math.round(height)} where ${Math.round(free)} are free`);
  }
}

// Everything that is pressed can be reached, is large enough, and nothing lies over it.
const pressed = [...root.querySelectorAll("button, a[href], select, input, summary")].filter((e) => !hidden(e));
for (const e of pressed) {
  const area = label(e);
  area.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const r = area.getBoundingClientRect();
  const inSentence = e.matches("a") && getComputedStyle(e).display === "inline";
  const card = e.closest(".card")?.getBoundingClientRect();
  if (card && (r.bottom > card.bottom + 1 || r.right > card.right + 1)) faults.push(`${named(e)} sticks out of its card`);
  const crowded = e.closest(".field, .sheet.crowd, .sheet.many");
  const wanted = crowded ? 23.5 : least;
  if (!inSentence && (r.width < wanted || r.height < wanted)) faults.push(`${named(e)} is ${round(r)}`);
  for (const [x, y] of [[0.5, 0.5], [0.15, 0.5], [0.85, 0.5], [0.5, 0.15], [0.5, 0.85]]) {
    if (inSentence && x + y !== 1) continue;
    const [px, py] = [r.left + x * r.width, r.top + y * r.height];
    const hit = document.elementFromPoint(px, py);
    if (!hit) faults.push(`${named(e)} is out of reach at ${Math.round(px)},${Math.round(py)}`);
    else if (!area.contains(hit)) faults.push(`${named(e)} lies under ${named(hit)}`);
    else continue;
    break;
  }
}

// A player's mark stands before the name, on its line.
for (const player of root.querySelectorAll(".players .player")) {
  const [mark, name] = [".mark", ".name"].map((part) => player.querySelector(part)?.getBoundingClientRect());
  if (mark?.width && name?.width && !(mark.left < name.left && mark.top < name.bottom && name.top < mark.bottom)) faults.push(`the mark of ${named(player)} is not before its name`);
}

// Texts: no line of a button too many, no word torn, nothing cut off or covered.
const lines = (rects) => [...rects].filter((r) => r.width > 0.5).reduce((tops, r) => (tops.some((top) => Math.abs(top - r.top) < r.height / 2) ? tops : [...tops, r.top]), []).length;
for (const e of root.querySelectorAll("button:not([role=gridcell]), a.button")) {
  if (hidden(e)) continue;
  const texts = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
  const rects = [];
  while (texts.nextNode()) {
    if (hidden(texts.currentNode.parentElement) || texts.currentNode.parentElement.closest(".label, .count, .double, .unread, svg")) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    rects.push(...range.getClientRects());
  }
  if (lines(rects) > 2) faults.push(`${named(e)} has ${lines(rects)} lines`);
}
const hasRoom = (name) => {
  const r = name.getBoundingClientRect();
  const parent = name.parentElement;
  const beside = [...parent.children].filter((e) => e !== name && e.checkVisibility() && getComputedStyle(e).position !== "absolute").map((e) => e.getBoundingClientRect());
  const taken = beside.filter((o) => o.width && o.top < r.bottom && o.bottom > r.top).reduce((sum, o) => sum + o.width + 12, 0);
  return name.scrollWidth <= parent.clientWidth - taken - 16;
};
const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode, e = node.parentElement;
  if (!node.data.trim() || hidden(e) || e.closest("option, script, svg, .lines")) continue;
  if (getComputedStyle(e).clipPath !== "none") continue;
  const range = document.createRange();
  range.selectNodeContents(node);
  if (range.getClientRects().length > 1) {
    for (const word of node.data.matchAll(/[^\s\u00ad\u2010\-–—/·→]{2,}/g)) {
      // Behind a soft hyphen a line begins with the hyphen of the line before.
      range.setStart(node, word.index + (node.data[word.index - 1] === "\u00ad" ? 1 : 0));
      range.setEnd(node, word.index + word[0].length);
      if (lines(range.getClientRects()) > 1) faults.push(`“${word[0]}” is torn in ${named(e)}`);
    }
    range.selectNodeContents(node);
  }
  e.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const r = range.getBoundingClientRect();
  if (!r.width) continue;
  const cut = (box, what) => {
    const over = Math.max(box.left - r.left, r.right - box.right, box.top - r.top, r.bottom - box.bottom);
    if (over > 2.5) faults.push(`“${node.data.trim().slice(0, 30)}” in ${named(e)} is ${Math.round(over)} px out of ${what}`);
    return over > 2.5;
  };
  if (e.matches(".name") && e.scrollWidth > e.clientWidth + 1) {
    if (hasRoom(e)) faults.push(`the name “${node.data}” is cut where there is room`);
    continue;
  }
  // Badges sit on the rim of what they belong to.
  const holder = e.matches(".count, .double, .unread") ? null : e.closest("button, a.button, td, th, .player");
  if (holder && cut(holder.getBoundingClientRect(), named(holder))) continue;
  let scrolls = false;
  for (let up = e; up && up !== document.body; up = up.parentElement) {
    const style = getComputedStyle(up);
    if (/auto|scroll/.test(style.overflow)) scrolls = true;
    if (scrolls || !/clip|hidden/.test(style.overflow)) continue;
    if (cut(up.getBoundingClientRect(), named(up))) break;
  }
  if (!scrolls) cut({ left: 0, right: wide, top: -1e6, bottom: 1e6 }, "the window");
  if (scrolls) continue;
  const first = [...range.getClientRects()].find((line) => line.width > 0.5);
  const [x, y] = [first.left + first.width / 2, first.top + first.height / 2];
  const hit = x > 0 && y > 0 && x < wide && y < tall && document.elementFromPoint(x, y);
  if (hit && !hit.contains(e) && !e.contains(hit) && !e.closest("label")?.contains(hit) && !hit.closest("[role=gridcell]")?.contains(e)) faults.push(`“${node.data.trim().slice(0, 30)}” lies under ${named(hit)}`);
}
locked.forEach((e, i) => (e.style.overflow = before[i]));
scrollTo({ top: 0, behavior: "instant" });
return [...new Set(faults)];
