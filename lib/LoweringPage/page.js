"use strict";
// A row is a line of a stage, or a remark below a line of the source. Rows that come from the same line of a source
// file have a common origin; each row has a set of origins, or none (-1), as runs of equal sets.

const data = JSON.parse(document.getElementById("data").textContent);
const lineHeight = 18;
const details = document.getElementById("details");
const hint = [...details.children];

class Pane {
  constructor(stage, index) {
    this.name = stage.name;
    this.section = document.getElementById(`stage-${index}`);
    this.code = this.section.querySelector(".code");
    this.sheet = this.section.querySelector(".sheet");
    this.marks = this.section.querySelector(".marks");
    this.steps = this.section.querySelector(".steps");
    this.runs = [];
    let row = 0;
    for (let i = 0; i < stage.runs.length; i += 2) {
      this.runs.push({set: stage.runs[i], begin: row, end: row += stage.runs[i + 1]});
    }
    this.rows = row;
    this.notes = new Set(stage.notes);
    this.hover = [];
    this.match = [];
    this.cursor = -1;
    this.layOut();
    this.addNumbers();
    this.listen();
  }

  // Computes which rows are visible, since remarks may be hidden.
  layOut() {
    const isHidden = document.body.classList.contains("hide-notes");
    this.visible = null;
    if (isHidden && this.notes.size) {
      this.visible = [];
      for (let row = 0; row < this.rows; ++row) {
        if (!this.notes.has(row)) this.visible.push(row);
      }
      this.position = new Int32Array(this.rows + 1);
      for (let row = 0, place = 0; row < this.rows; ++row) {
        this.position[row] = place;
        place += this.notes.has(row) ? 0 : 1;
        this.position[row + 1] = place;
      }
    }
    let row = 0;
    for (const block of this.sheet.querySelectorAll(".block")) {
      block.rows ??= Number(block.style.getPropertyValue("--rows"));
      const rows = this.top(row + block.rows) - this.top(row);
      block.style.setProperty("--rows", rows);
      row += block.rows;
    }
  }

  top(row) {
    return this.visible ? this.position[row] : row;
  }

  addNumbers() {
    this.sheet.querySelectorAll(".numbers").forEach(old => old.remove());
    let row = 0, number = 0;
    for (const block of this.sheet.querySelectorAll(".block")) {
      let text = "";
      for (const end = row + block.rows; row < end; ++row) {
        if (!this.notes.has(row)) text += `${++number}\n`;
        else if (!this.visible) text += "\n";
      }
      const numbers = document.createElement("span");
      numbers.className = "numbers";
      numbers.setAttribute("aria-hidden", "true");
      numbers.textContent = text;
      block.prepend(numbers);
    }
  }

  listen() {
    this.code.addEventListener("mousemove", event => hover(this, this.rowAt(event)));
    this.code.addEventListener("mouseleave", () => hover(this, -1));
    this.code.addEventListener("click", event => {
      // A click that ends the selection of text is none on a line.
      if (getSelection().isCollapsed) select(this, this.rowAt(event));
    });
    this.code.addEventListener("scroll", () => this.draw());
    this.code.addEventListener("keydown", event => this.press(event));
    this.section.querySelector(".previous").addEventListener("click", () => this.step(-1));
    this.section.querySelector(".next").addEventListener("click", () => this.step(1));
  }

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const move = {ArrowDown: 1, ArrowUp: -1}[event.key];
    const step = {n: 1, p: -1}[event.key];
    if (move) select(this, this.neighbor(move));
    else if (step) this.step(step);
    else return;
    event.preventDefault();
  }

  neighbor(move) {
    if (this.cursor < 0) return this.rowOf(Math.ceil(this.code.scrollTop / lineHeight));
    const count = this.visible ? this.visible.length : this.rows;
    return this.rowOf(Math.min(Math.max(this.top(this.cursor) + move, 0), count - 1));
  }

  rowOf(place) {
    return this.visible ? this.visible[place] ?? -1 : place < this.rows ? place : -1;
  }

  rowAt(event) {
    const place = Math.floor((event.clientY - this.sheet.getBoundingClientRect().top) / lineHeight);
    return place < 0 ? -1 : this.rowOf(place);
  }

  setAt(row) {
    if (row < 0) return -1;
    let low = 0, high = this.runs.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.runs[middle].end <= row) low = middle + 1;
      else high = middle;
    }
    return this.runs[low]?.set ?? -1;
  }

  // Returns the rows with one of the sets as ranges.
  find(sets) {
    const ranges = [];
    if (!sets.size) return ranges;
    for (const {set, begin, end} of this.runs) {
      if (!sets.has(set)) continue;
      const last = ranges[ranges.length - 1];
      if (last && last.end === begin) last.end = end;
      else ranges.push({begin, end});
    }
    return ranges;
  }

  // Returns the number of lines in ranges, without remarks.
  countLines(ranges) {
    let count = 0;
    for (const {begin, end} of ranges) count += end - begin;
    for (const note of this.notes) count -= ranges.some(({begin, end}) => begin <= note && note < end) ? 1 : 0;
    return count;
  }

  // Draws the marks that are in view.
  draw() {
    const first = this.code.scrollTop / lineHeight - 50;
    const last = first + this.code.clientHeight / lineHeight + 100;
    const marks = [];
    const add = (ranges, kind) => {
      for (const {begin, end} of ranges) {
        const top = this.top(begin), bottom = this.top(end);
        if (bottom < first || top > last || top === bottom) continue;
        const mark = document.createElement("div");
        mark.className = `mark ${kind}`;
        mark.style.top = `${top * lineHeight}px`;
        mark.style.height = `${(bottom - top) * lineHeight}px`;
        marks.push(mark);
      }
    };
    add(this.match, "match");
    add(this.hover, "hover");
    if (this.cursor >= 0) add([{begin: this.cursor, end: this.cursor + 1}], "cursor");
    this.marks.replaceChildren(...marks);
  }

  scrollTo(row) {
    const top = this.top(row) * lineHeight, height = this.code.clientHeight;
    if (top < this.code.scrollTop || top + 2 * lineHeight > this.code.scrollTop + height) {
      this.code.scrollTop = top - height / 3;
    }
  }

  // Shows the next or previous place that is highlighted.
  step(direction) {
    if (!this.match.length) return;
    const count = this.match.length;
    this.place = ((this.place ?? (direction > 0 ? -1 : 0)) + direction + count) % count;
    this.scrollTo(this.match[this.place].begin);
    this.describePlace();
  }

  describePlace() {
    const count = this.match.length;
    this.steps.hidden = !count;
    const shown = this.place === undefined ? "" : `${this.place + 1} of `;
    this.steps.querySelector(".place").textContent = `${shown}${count} ${count === 1 ? "place" : "places"}`;
  }
}

// Returns the sets that have an origin in common with one of the origins.
function setsWith(origins) {
  const sets = new Set();
  if (!origins.length) return sets;
  data.sets.forEach((members, set) => {
    if (members.some(origin => origins.includes(origin))) sets.add(set);
  });
  return sets;
}

let hovered = -1;

function hover(pane, row) {
  const set = pane.setAt(row);
  if (set === hovered) return;
  hovered = set;
  const sets = set < 0 ? new Set() : setsWith(data.sets[set]);
  for (const each of panes) {
    each.hover = each.find(sets);
    each.draw();
  }
}

function select(pane, row) {
  if (row < 0) return;
  for (const each of panes) each.cursor = each === pane ? row : -1;
  const set = pane.setAt(row);
  show(set < 0 ? [] : data.sets[set], pane);
  pane.scrollTo(row);
}

// Highlights all rows of some origins, and scrolls to them except in a pane where one was selected.
function show(origins, selected) {
  const sets = setsWith(origins);
  for (const pane of panes) {
    pane.match = pane.find(sets);
    pane.place = undefined;
    if (pane === selected) {
      const at = pane.match.findIndex(({begin, end}) => begin <= pane.cursor && pane.cursor < end);
      if (at >= 0) pane.place = at;
    } else if (pane.match.length) {
      pane.place = 0;
      pane.scrollTo(pane.match[0].begin);
    }
    pane.describePlace();
    pane.draw();
  }
  describe(origins, selected);
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function describe(origins, selected) {
  if (!origins.length) {
    details.replaceChildren(element("p", selected ? `This line of ${selected.name} has no source location.` : ""));
    return;
  }
  const places = origins.map(origin => data.origins[origin]);
  const counts = panes.map(pane => `${pane.name} ${pane.countLines(pane.match)}`);
  const list = document.createElement("ul");
  for (const note of document.querySelectorAll("#notes tbody tr")) {
    if (places.includes(note.dataset.place)) {
      const [, kind, , message] = note.cells;
      const item = element("li", `: ${message.textContent}`);
      const name = element("span", kind.textContent);
      name.className = kind.className;
      item.prepend(name);
      list.append(item);
    }
  }
  const heading = element("strong", places.join(", "));
  const lines = element("p", ` · lines: ${counts.join(", ")}`);
  lines.prepend(heading);
  details.replaceChildren(lines, list);
}

function clear() {
  for (const pane of panes) pane.cursor = -1;
  show([], null);
  details.replaceChildren(...hint);
}

const panes = data.stages.map((stage, index) => new Pane(stage, index));

document.addEventListener("click", event => {
  const link = event.target.closest("a[data-origin]");
  if (!link) return;
  event.preventDefault();
  const origin = data.origins.indexOf(link.dataset.origin);
  for (const pane of panes) pane.cursor = -1;
  show(origin < 0 ? [] : [origin], null);
});

document.addEventListener("keydown", event => {
  if (event.key === "Escape") clear();
});

document.querySelectorAll("input[data-stage]").forEach(box => {
  const update = () => { panes[box.dataset.stage].section.hidden = !box.checked; };
  box.addEventListener("change", update);
  // Browsers keep the state of boxes when a page is loaded again.
  update();
});

const notesBox = document.getElementById("show-notes");
function updateNotes() {
  document.body.classList.toggle("hide-notes", !notesBox.checked);
  for (const pane of panes) {
    if (!pane.notes.size) continue;
    pane.layOut();
    pane.addNumbers();
    pane.draw();
  }
}
notesBox.addEventListener("change", updateNotes);
if (!notesBox.checked) updateNotes();
