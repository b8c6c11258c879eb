/* SPDX-License-Identifier: Apache-2.0
 *
 * Networks as lists that fold: by the names of layers, by what became one, or flat. Beside the rows
 * run the values, as lines from the layer that makes one to those that read it. Only rows that are
 * in sight are elements, so thousands of layers cost no more than dozens. */
/* ---- */

const ROW = 24, LANE = 9, MOST_LANES = 12;

/* ---- a network ---- */

/* raw: as in the data. Layers get their place, who makes what they read, who reads what they make,
 * and the layers of their bodies. */
function networkOf(raw, side) {
    const made = new Map(), read = new Map();
    const net = { side, raw, layers: raw.layers, values: raw.values, byLabel: new Map(), top: [] };
    net.layers.forEach((layer, i) => {
        layer.place = i;
        layer.from = [];
        layer.to = [];
        if (layer.owner === undefined) net.top.push(i);
        if (!net.byLabel.has(layer.label)) net.byLabel.set(layer.label, layer);
        for (const v of layer.outputs) made.set(v, i);
    });
    const link = (v, to) => {
        const from = made.get(v);
        if (from === undefined || from === to) return;
        net.layers[to].from.push(from);
        net.layers[from].to.push(to);
    };
    net.layers.forEach((layer, i) => {
        for (const v of layer.inputs) link(v, i);
        for (const body of layer.bodies || []) {
            for (const v of body.outputs) link(v.inside, i);
            for (const v of body.inputs) read.set(v.inside, v.outside);
        }
    });
    for (const [inside, outside] of read) {
        const to = made.get(inside);
        if (to !== undefined && outside !== null) link(outside, to);
    }
    net.results = new Set(raw.results.map((r) => made.get(r.value)));
    net.maker = made;
    return net;
}

/* Of a layer's first result. */
const shapeOf = (net, layer) =>
    layer.outputs.length ? shapeText(net.values[layer.outputs[0]]) : "";

/* ---- folders ---- */

/* Pieces of a name, by which layers stand together: at slashes, else at points. */
function pathOf(layer) {
    const text = layer.name || layer.label;
    const pieces = text.split(text.includes("/") ? "/" : ".").filter((p) => p);
    return pieces.length ? pieces : [text];
}

function leaf(net, i, depth) {
    return { layer: net.layers[i], depth, first: i, layers: [i] };
}

function folder(net, key, title, layers, depth) {
    const sum = (f) => layers.reduce((a, i) => a + (f(net.layers[i]) || 0), 0);
    return {
        key, title, depth, layers, first: layers[0], children: [],
        macs: sum((l) => l.macs), weights: sum((l) => l.weight_bytes),
    };
}

/* Layers one behind the other whose names begin alike. */
function byNames(net, list, at, depth, before) {
    const nodes = [];
    for (let i = 0; i < list.length;) {
        const piece = list[i].path[at], last = list[i].path.length <= at + 1;
        let end = i + 1;
        while (!last && end < list.length && list[end].path[at] === piece &&
               list[end].path.length > at + 1) end++;
        if (end - i < 2) {
            nodes.push(leaf(net, list[i].place, depth));
            i = end;
            continue;
        }
        let deep = at + 1, title = piece;
        const run = list.slice(i, end);
        while (run.every((l) => l.path.length > deep + 1 && l.path[deep] === run[0].path[deep])) {
            title += "/" + run[0].path[deep];
            deep++;
        }
        const key = before + "/" + title + "@" + run[0].place;
        const node = folder(net, key, title, run.map((l) => l.place), depth);
        node.children = byNames(net, run, deep, depth + 1, key);
        nodes.push(node);
        i = end;
    }
    return nodes;
}

/* Layers one behind the other with the same group (a number; null: none). */
function byGroups(net, places, groupOf, titleOf) {
    const nodes = [];
    for (let i = 0; i < places.length;) {
        const group = groupOf(places[i]);
        let end = i + 1;
        while (group !== null && end < places.length && groupOf(places[end]) === group) end++;
        const run = places.slice(i, end);
        if (run.length < 2) {
            nodes.push(leaf(net, run[0], 0));
        } else {
            const node = folder(net, "g" + group + "@" + run[0], titleOf(group), run, 0);
            node.children = run.map((k) => leaf(net, k, 1));
            nodes.push(node);
        }
        i = end;
    }
    return nodes;
}

/* Layers of bodies below the layer that has them, as a folder that it opens. */
function withBodies(net, nodes) {
    const inside = new Map();
    for (const layer of net.layers) {
        if (layer.owner === undefined) continue;
        if (!inside.has(layer.owner)) inside.set(layer.owner, []);
        inside.get(layer.owner).push(layer.place);
    }
    const give = (node) => {
        if (node.children) node.children.forEach(give);
        const list = node.layer && inside.get(node.layer.place);
        if (!list) return;
        node.key = "b" + node.layer.place;
        node.children = list.map((i) => leaf(net, i, node.depth + 1));
        node.children.forEach(give);
    };
    nodes.forEach(give);
    return nodes;
}

/* ---- lines beside the rows ---- */

/* Of each row: its lane, and the lanes that pass it, end in it, or go on from it. A lane is that of
 * the row that makes the value. */
function lanesOf(net, rows) {
    const rowOf = new Map(), last = new Array(rows.length).fill(-1);
    rows.forEach((row, r) => {
        row.holds = !row.children ? row.layers : row.open ? (row.layer ? row.layers : []) :
            row.layer ? insideOf(row) : row.layers;
        for (const i of row.holds) rowOf.set(i, r);
    });
    const into = rows.map((row, r) => {
        const from = new Set();
        for (const i of row.holds) {
            for (const p of net.layers[i].from) {
                const a = rowOf.get(p);
                if (a !== undefined && a < r) from.add(a);
            }
        }
        for (const a of from) last[a] = Math.max(last[a], r);
        return from;
    });
    const lanes = [];
    let most = 0;
    rows.forEach((row, r) => {
        row.above = lanes.slice();
        row.into = into[r];
        let mine = -1;
        lanes.forEach((a, k) => {
            if (a === null || last[a] !== r) return;
            lanes[k] = null;
            if (mine < 0 && into[r].has(a)) mine = k;
        });
        if (mine < 0) mine = lanes.indexOf(null);
        if (mine < 0) mine = lanes.length;
        row.lane = mine;
        row.goes = last[r] > r;
        if (row.goes) lanes[mine] = r;
        while (lanes.length && lanes[lanes.length - 1] === null) lanes.pop();
        row.below = lanes.slice();
        most = Math.max(most, row.above.length, lanes.length, mine + 1);
    });
    return Math.min(most, MOST_LANES);
}

/* A layer and all that is in its bodies. */
function insideOf(node) {
    return node.layers.concat(...(node.children || []).map(insideOf));
}

function lanePicture(row, lanes) {
    const x = (k) => 5 + LANE * Math.min(k, MOST_LANES - 1), mid = ROW / 2;
    let path = "";
    row.above.forEach((a, k) => {
        if (a === null) return;
        const goesOn = row.below[k] === a;
        if (goesOn) path += "M" + x(k) + " 0V" + ROW;
        if (row.into.has(a))
            path += "M" + x(k) + " 0C" + x(k) + " " + mid + " " + x(row.lane) + " 0 " +
                x(row.lane) + " " + mid;
    });
    if (row.goes) path += "M" + x(row.lane) + " " + mid + "V" + ROW;
    const dot = row.holds.length ?
        draw("circle", { class: "dot", cx: x(row.lane), cy: mid, r: row.children ? 4 : 3 }) : null;
    return draw("svg", { width: LANE * lanes + 4, height: ROW, "aria-hidden": "true" },
        draw("path", { class: "edge", d: path }), dot);
}

/* ---- the list ---- */

/* Rows of nodes in a box that scrolls. `row`: what is in one; `choose`: what is done with it. */
class Tree {
    constructor(net, title, row, choose) {
        this.net = net;
        this.row = row;
        this.choose = choose;
        this.open = new Set();
        this.space = make("div", {});
        this.box = make("div", {
            class: "rows", tabindex: "0", role: "tree", "aria-label": title,
            onscroll: () => this.paint(), onkeydown: (e) => this.key(e),
        }, this.space);
        this.at = 0;
        this.isPrinted = false;
    }

    /* flat: rows have no lines. */
    show(nodes, flat) {
        this.nodes = nodes;
        this.flat = flat;
        this.list();
    }

    openAll(depth) {
        const each = (nodes) => {
            for (const node of nodes) {
                if (!node.children) continue;
                if (node.depth < depth) this.open.add(node.key);
                else this.open.delete(node.key);
                each(node.children);
            }
        };
        each(this.nodes);
        this.list();
    }

    /* How many rows there would be. */
    rowsTo(depth) {
        const count = (nodes) => nodes.reduce((n, node) => n + 1 +
            (node.children && node.depth < depth ? count(node.children) : 0), 0);
        return count(this.nodes);
    }

    /* Rows as they are to be seen. */
    list() {
        const rows = [];
        const add = (nodes) => {
            for (const node of nodes) {
                node.open = !!node.children && this.open.has(node.key);
                rows.push(node);
                if (node.open) add(node.children);
            }
        };
        add(this.nodes);
        this.rows = rows;
        this.lanes = this.flat ? 0 : lanesOf(this.net, rows);
        this.space.style.height = ROW * rows.length + "px";
        this.paint();
    }

    paint() {
        const all = this.isPrinted, height = this.box.clientHeight || 600;
        const first = all ? 0 : Math.max(0, Math.floor(this.box.scrollTop / ROW) - 8);
        const end = all ? Math.min(this.rows.length, 1500) :
            Math.min(this.rows.length, first + Math.ceil(height / ROW) + 16);
        const seen = [];
        for (let r = first; r < end; r++) {
            const element = this.element(this.rows[r]);
            element.style.top = ROW * r + "px";
            seen.push(element);
        }
        if (all && end < this.rows.length)
            seen.push(make("p", { class: "dim" },
                "and " + (this.rows.length - end) + " rows that are not printed"));
        this.space.replaceChildren(...seen);
    }

    element(node) {
        const box = make("div", {
            class: "row" + (node.children && !node.layer ? " folder" : ""), role: "treeitem",
            "aria-expanded": node.children ? String(node.open) : null,
            style: null, onclick: () => {
                this.at = this.rows.indexOf(node);
                if (node.layer) this.choose(node.layer);
                else this.toggle(node);
            },
        });
        if (this.lanes) box.append(lanePicture(node, this.lanes));
        const twist = make("span", { class: "twist" },
            node.children ? node.open ? "\u25be" : "\u25b8" : "");
        twist.style.marginLeft = 0.8 * node.depth + "rem";
        if (node.children) twist.addEventListener("click", (e) => {
            e.stopPropagation();
            this.toggle(node);
        });
        box.append(twist);
        this.row(box, node);
        return box;
    }

    toggle(node, to) {
        const is = this.open.has(node.key), want = to === undefined ? !is : to;
        if (is === want) return;
        if (want) this.open.add(node.key);
        else this.open.delete(node.key);
        this.list();
    }

    /* Opens what a layer is in; its row, or -1. */
    find(place) {
        const within = (nodes) => {
            for (const node of nodes) {
                if (node.layer && node.layer.place === place) return true;
                if (node.children && within(node.children)) {
                    this.open.add(node.key);
                    return true;
                }
            }
            return false;
        };
        if (!within(this.nodes)) return -1;
        this.list();
        return this.rows.findIndex((n) => n.layer && n.layer.place === place);
    }

    /* Into the middle, unless it is in sight. */
    reveal(place) {
        const r = this.find(place), height = this.box.clientHeight;
        if (r < 0) return;
        this.at = r;
        const top = ROW * r - this.box.scrollTop;
        if (top < ROW || top > height - 2 * ROW)
            this.box.scrollTop = ROW * r - height / 2;
        this.paint();
    }

    key(e) {
        const node = this.rows[this.at];
        const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15 }[e.key];
        if (step) {
            this.at = Math.max(0, Math.min(this.rows.length - 1, this.at + step));
            const to = this.rows[this.at], top = ROW * this.at;
            if (top < this.box.scrollTop) this.box.scrollTop = top;
            if (top + 2 * ROW > this.box.scrollTop + this.box.clientHeight)
                this.box.scrollTop = top + 2 * ROW - this.box.clientHeight;
            if (to && to.layer) this.choose(to.layer);
        } else if (node && node.children && (e.key === "ArrowRight" || e.key === "ArrowLeft")) {
            this.toggle(node, e.key === "ArrowRight");
        } else if (node && node.children && e.key === "Enter") {
            this.toggle(node);
        } else {
            return;
        }
        e.preventDefault();
    }

    print(is) {
        this.isPrinted = is;
        this.paint();
    }
}
