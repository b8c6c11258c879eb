/* SPDX-License-Identifier: Apache-2.0
 *
 * The network before and after, side by side, and what is known of the layer that is chosen. */
/* ---- */

const before = networkOf(data.before, "before"), after = networkOf(data.after, "after");

/* ---- what became what ---- */

/* By place after: places before. */
const madeOf = after.layers.map(() => []);
data.into.forEach((to, i) => {
    if (to !== null) madeOf[to].push(i);
});
const isMerged = (place) => madeOf[place].length > 1;

/* The layer after that a layer, of either side, is or is in; null: it is gone. */
function resultOf(net, layer) {
    const to = net.side === "after" ? layer.place : data.into[layer.place];
    return to === null || to === undefined ? null : to;
}

function colourOf(net, layer) {
    const to = resultOf(net, layer);
    return to !== null && isMerged(to) ? tone(to) : null;
}

/* ---- groups and steps ---- */

const compiled = data.compiled;
const groupOf = after.layers.map(() => null); /* by place after */
if (compiled) {
    compiled.groups.forEach((group, g) => {
        group.number = g;
        group.places = group.layers.map((l) => after.top[l.layer]);
        for (const place of group.places) groupOf[place] = g;
    });
    compiled.steps.forEach((step, i) => {
        step.number = i;
        step.seconds = data.timing ? 0 : null;
        step.roof = 0;
        step.places = step.groups.flatMap((g) => compiled.groups[g].places);
    });
    for (const row of data.timing ? data.timing.steps : []) {
        const step = compiled.steps[row.step];
        if (!step) continue;
        step.seconds += row.seconds || 0;
        step.roof += row.roof_seconds || 0;
        if (!step.layers) step.layers = row.layers;
    }
    for (const step of compiled.steps)
        if (step.layers === undefined)
            step.layers = step.places.map((p) => after.layers[p].label).join(", ");
}
const totalSeconds = compiled && data.timing ?
    compiled.steps.reduce((sum, s) => sum + s.seconds, 0) : 0;

/* ---- panes ---- */

const SEARCHED = ["label", "name", "op", "type", "params"];
const MOST_OPEN = 90;
const chosen = { net: null, layer: null };
let mode = "names", searched = "";

function groupTitle(g) {
    const group = compiled.groups[g];
    const kernels = [...new Set(group.steps.map((s) => compiled.steps[s].kernel))];
    return "group " + (g + 1) + (kernels.length ? ": " + kernels.join(" + ") : "");
}

function nodesOf(net) {
    if (searched) {
        const words = searched.toLowerCase().split(/\s+/).filter((w) => w);
        return net.layers.filter((layer) => {
            const text = SEARCHED.map((key) => layer[key] || "").join(" ").toLowerCase() + " " +
                shapeOf(net, layer);
            return words.every((w) => text.includes(w));
        }).map((layer) => leaf(net, layer.place, 0));
    }
    const places = net.top;
    if (mode === "flat") return withBodies(net, places.map((i) => leaf(net, i, 0)));
    if (mode === "fused" && net.side === "after" && compiled)
        return withBodies(net, byGroups(net, places, (i) => groupOf[i], groupTitle));
    if (mode === "fused")
        return withBodies(net, byGroups(net, places, (i) => {
            const to = resultOf(net, net.layers[i]);
            return to !== null && isMerged(to) ? to : null;
        }, (to) => "\u2192 " + after.layers[to].label));
    return withBodies(net, byNames(net, places.map((i) =>
        ({ place: i, path: pathOf(net.layers[i]) })), 0, 0, ""));
}

function partners() {
    const { net, layer } = chosen;
    if (!layer) return { before: [], after: [] };
    const to = resultOf(net, layer);
    return { before: to === null ? [] : madeOf[to], after: to === null ? [] : [to] };
}

function fillRow(net, box, node) {
    const layer = node.layer, hidden = node.children && !node.open ? node.layers : [];
    const among = partners()[net.side];
    if (layer && chosen.net === net && chosen.layer === layer) box.classList.add("chosen");
    else if (layer ? among.includes(layer.place) : hidden.some((i) => among.includes(i)))
        box.classList.add("partner");
    const colour = colourOf(net, net.layers[node.first]);
    const swatch = make("span", { class: "swatch" });
    if (colour && (layer || mode === "fused")) swatch.style.background = colour;
    box.append(swatch);
    if (!layer) {
        box.append(name(node.title), make("span", { class: "what" },
            plural(node.layers.length, "layer")));
        box.append(make("span", { class: "end" }, node.macs ? countText(node.macs) : ""));
        return;
    }
    const gone = net.side === "before" && resultOf(net, layer) === null;
    if (gone) box.classList.add("gone");
    box.title = shown(layer.label);
    box.append(name(node.depth && mode === "names" && layer.owner === undefined ?
        pathOf(layer).slice(-1)[0] : layer.label));
    box.append(make("span", { class: "what" }, shown(layer.op), " ", shown(layer.params || "")));
    box.append(make("span", { class: "end" }, shapeOf(net, layer)));
}

const trees = {};
for (const net of [before, after]) {
    trees[net.side] = new Tree(net, "layers " + net.side, (box, node) => fillRow(net, box, node),
        (layer) => choose(net, layer, false));
}

function refresh() {
    const found = [before, after].map((net) => {
        const nodes = nodesOf(net);
        trees[net.side].show(nodes, !!searched);
        return nodes.length + " " + net.side;
    });
    document.getElementById("found").textContent = searched ? found.join(", ") : "";
}

/* As deep as there are not too many rows. */
function openUsual() {
    for (const net of [before, after]) {
        let depth = 6;
        while (depth > 0 && trees[net.side].rowsTo(depth) > MOST_OPEN) depth--;
        trees[net.side].openAll(depth);
    }
}

function choose(net, layer, reveal) {
    chosen.net = net;
    chosen.layer = layer;
    address.write({
        layer: net.side === "before" ? layer.label : null,
        after: net.side === "after" ? layer.label : null,
    });
    const other = net === before ? after : before, among = partners()[other.side];
    if (among.length) trees[other.side].reveal(among[0]);
    if (reveal) trees[net.side].reveal(layer.place);
    trees.before.paint();
    trees.after.paint();
    showAbout();
}

/* ---- about a layer ---- */

/* A link that chooses the layer. */
function layerLink(net, place) {
    const layer = net.layers[place];
    return make("a", {
        href: "#network", class: "name", onclick: (e) => {
            e.preventDefault();
            searchFor("");
            choose(net, layer, true);
            document.getElementById("network").scrollIntoView();
        },
    }, shown(layer.label));
}

/* By a label as remarks have it: of the network after, or before, or no layer any more. */
function labelLink(label) {
    const late = after.byLabel.get(label), early = before.byLabel.get(label);
    if (early) return layerLink(before, early.place);
    return late ? layerLink(after, late.place) : name(label);
}

const chips = (links) => make("span", { class: "chips" }, links);

function valueRows(net, layer, which) {
    return layer[which].map((v) => {
        const value = net.values[v], from = net.maker.get(v);
        return make("li", {}, name(value.name), " ", make("span", { class: "dim" },
            shapeText(value), " ", value.type || "", " ",
            value.bytes === null ? "" : byteText(value.bytes)),
            which === "inputs" && from !== undefined && from !== layer.place ?
                [" of ", layerLink(net, from)] : "");
    });
}

function weightRows(layer) {
    return (layer.weights || []).map((w) => make("li", {}, w.role, " ", make("span",
        { class: "dim" }, w.shape.join("\u00d7") || "scalar", " ", w.type,
        w.storage === "plain" ? "" : " (" + w.storage + ")", " ", byteText(w.bytes),
        isNumber(w.largest) ? ", largest " + Number(w.largest.toPrecision(4)) : "")));
}

function listed(title, items) {
    return items.length ? [make("h4", {}, title), make("ul", {}, items)] : [];
}

function stepRows(place) {
    if (!compiled || groupOf[place] === null) return [];
    const group = compiled.groups[groupOf[place]];
    const rows = group.steps.map((s) => make("li", {}, stepLink(s), " ", make("span",
        { class: "dim" }, compiled.steps[s].why || "", data.timing ? " " +
        timeText(compiled.steps[s].seconds) : "")));
    if (group.no_step) rows.push(make("li", {}, "no step: " + group.no_step));
    rows.push(make("li", {}, "group " + (group.number + 1) + ": ", make("span", { class: "dim" },
        shown(group.why || ""))));
    return rows;
}

/* Remarks that name the layer, or what it became. */
function remarkRows(labels) {
    const is = (l) => labels.has(l);
    return (data.remarks || []).filter((r) => r.layers.some(is) || is(r.result)).map((r) =>
        make("li", { class: r.done ? null : "dim" }, r.pass + ": ", remarkText(r)));
}

function edgeRows(label) {
    if (!compiled) return [];
    return compiled.edges.filter((e) => e.producer === label || e.consumer === label).map((e) =>
        make("li", { class: e.fused ? null : "dim" }, e.fused ? "with " : "not with ",
            afterLink(e.producer === label ? e.consumer : e.producer), ": " + e.rule + ": ",
            shown(e.why || "")));
}

/* Of the network after alone. */
function afterLink(label) {
    const layer = after.byLabel.get(label);
    return layer ? layerLink(after, layer.place) : name(label);
}

function showAbout() {
    const { net, layer } = chosen, box = document.getElementById("about");
    if (!layer) return;
    const to = resultOf(net, layer), labels = new Set([layer.label]);
    if (net.side === "after")
        for (const i of madeOf[layer.place]) labels.add(before.layers[i].label);
    const facts = [
        ["operator", layer.op + (layer.type && layer.type !== layer.op ?
            ", in the file " + layer.type : "")],
        ["params", layer.params],
        ["multiply-adds", isNumber(layer.macs) && layer.macs > 0 ? countText(layer.macs) : ""],
        ["weights", layer.weight_bytes ? byteText(layer.weight_bytes) : ""],
    ].filter((f) => f[1]);
    const links = net.side === "before" ?
        listed("Became", [make("li", {}, to === null ? "nothing: it is gone" :
            layerLink(after, to))]) :
        listed("Made of", madeOf[layer.place].map((i) => make("li", {}, layerLink(before, i))));
    const place = net.side === "after" ? layer.place : to;
    box.replaceChildren(
        make("div", { class: "dim" }, net.side),
        make("b", {}, name(layer.label)),
        make("table", { class: "facts" }, facts.map((f) =>
            make("tr", {}, make("td", {}, f[0]), make("td", {}, shown(f[1]))))),
        ...links,
        ...listed("Reads", valueRows(net, layer, "inputs")),
        ...listed("Makes", valueRows(net, layer, "outputs")),
        ...listed("Read by", layer.to.map((i) => make("li", {}, layerLink(net, i)))),
        ...listed("Weights", weightRows(layer)),
        ...listed("Computed by", place === null ? [] : stepRows(place)),
        ...listed("Computed with others", net.side === "after" ? edgeRows(layer.label) : []),
        ...listed("Rewrites", remarkRows(labels)));
    box.scrollTop = 0;
}

/* ---- the section ---- */

function searchFor(text) {
    const input = document.getElementById("search");
    if (input.value !== text) input.value = text;
    if (searched === text) return;
    searched = text;
    address.write({ search: text || null });
    refresh();
}

function setMode(to) {
    mode = to;
    document.getElementById("mode").value = to;
    address.write({ by: to === "names" ? null : to });
    refresh();
    openUsual();
}

function networkSection() {
    const pane = (net, title) => make("div", { class: "pane" },
        make("h3", {}, title + ": " + plural(net.layers.length, "layer")), trees[net.side].box);
    const modes = [["names", "by name"], ["fused", "by what became one"], ["flat", "in order"]];
    return section("network", "Network",
        make("div", { class: "tools" },
            make("input", {
                type: "search", id: "search", placeholder: "name, operator, params, shape",
                "aria-label": "Search layers", oninput: (e) => searchFor(e.target.value),
            }),
            make("select", {
                id: "mode", "aria-label": "How layers stand together",
                onchange: (e) => setMode(e.target.value),
            }, modes.map(([value, text]) => make("option", { value }, text))),
            make("button", {
                type: "button", onclick: () => [before, after].forEach((n) =>
                    trees[n.side].openAll(99)),
            }, "open all"),
            make("button", {
                type: "button", onclick: () => [before, after].forEach((n) =>
                    trees[n.side].openAll(0)),
            }, "close all"),
            make("span", { class: "dim", id: "found", role: "status" })),
        make("div", { class: "network" }, pane(before, "before"), pane(after, "after"),
            make("div", { class: "pane about", id: "about", "aria-live": "polite" },
                make("p", { class: "dim" }, "Layers in one colour became one. Choose a layer to " +
                    "see what it is, what it became and why; arrow keys move, " +
                    "left and right fold."))));
}
