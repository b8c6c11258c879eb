/* SPDX-License-Identifier: Apache-2.0
 *
 * Pictures: what steps reach of what the machine can do, and what is in memory while they run. */
/* ---- */

const WIDTH = 900;

/* A place on an axis of powers of ten. */
function logScale(from, to, low, high) {
    const a = Math.log10(from), b = Math.log10(to);
    return (v) => low + (high - low) * (Math.log10(v) - a) / (b - a);
}

function powers(from, to) {
    const list = [];
    for (let p = Math.ceil(Math.log10(from)); p <= Math.floor(Math.log10(to)); p++) list.push(p);
    return list.map((p) => Math.pow(10, p));
}

/* ---- the roofline ---- */

/* Kernels by the time that they take, with a colour each. */
function kernelColours() {
    const sums = new Map();
    for (const s of compiled.steps)
        sums.set(s.kernel, (sums.get(s.kernel) || 0) + (s.seconds || s.flops));
    const list = [...sums].sort((a, b) => b[1] - a[1]).map((e) => e[0]);
    return new Map(list.map((kernel, i) => [kernel, i < hues.length ? tone(i) : "var(--dim)"]));
}

const levelName = (level, i) => level.bytes > 0 ? "L" + (i + 1) + " " + byteText(level.bytes) :
    "memory";

function rooflineChart() {
    const steps = compiled.steps.filter((s) => s.seconds > 0 && s.flops > 0 && s.bytes > 0);
    const timing = data.timing, peak = timing.peak_flops, levels = timing.memory;
    if (!steps.length || !(peak > 0)) return make("p", {}, "no step does arithmetic");
    const height = 430, left = 70, right = 110, top = 16, bottom = 44;
    const intensity = (s) => s.flops / s.bytes, reached = (s) => s.flops / s.seconds;
    const ridge = levels.map((l) => peak / l.bytes_per_second);
    const xs = steps.map(intensity).concat(ridge), ys = steps.map(reached).concat(peak);
    const x0 = Math.min(...xs) / 2, x1 = Math.max(...xs) * 3;
    const y0 = Math.max(Math.min(...ys) / 2, peak / 1e6), y1 = peak * 2;
    const x = logScale(x0, x1, left, WIDTH - right), y = logScale(y0, y1, height - bottom, top);
    const picture = draw("svg", {
        class: "chart", id: "roofline", viewBox: "0 0 " + WIDTH + " " + height, role: "img",
        "aria-label": "FLOP per second of each step over its FLOP per byte, below what the " +
            "machine can do",
    });
    for (const v of powers(x0, x1))
        picture.append(draw("line", { class: "axis", x1: x(v), x2: x(v), y1: top,
            y2: height - bottom }), draw("text", { x: x(v), y: height - bottom + 18,
            "text-anchor": "middle" }, String(v)));
    const rows = powers(y0, y1);
    const between = rows.length > 3 ? [] : rows.flatMap((v) => [0.2 * v, 0.5 * v, 2 * v, 5 * v])
        .filter((v) => v > y0 && v < y1);
    for (const v of new Set(rows.concat(between)))
        picture.append(draw("line", { class: "axis", x1: left, x2: WIDTH - right, y1: y(v),
            y2: y(v) }), draw("text", { x: left - 8, y: y(v) + 4, "text-anchor": "end" },
            rateText(v, "")));
    picture.append(
        draw("text", { x: (left + WIDTH - right) / 2, y: height - 6, "text-anchor": "middle" },
            "FLOP per byte that is read or written"),
        draw("text", { x: 14, y: height / 2, "text-anchor": "middle",
            transform: "rotate(-90 14 " + height / 2 + ")" }, "FLOP/s"),
        draw("line", { class: "roof", x1: left, x2: WIDTH - right, y1: y(peak), y2: y(peak) }),
        draw("text", { class: "strong", x: WIDTH - right + 6, y: y(peak) + 4 },
            rateText(peak, "FLOP/s")));
    levels.forEach((level, i) => {
        const from = Math.max(x0, y0 / level.bytes_per_second);
        if (from < ridge[i]) picture.append(draw("line", {
            class: "slope", x1: x(from), y1: y(from * level.bytes_per_second), x2: x(ridge[i]),
            y2: y(peak),
        }, draw("title", {}, levelName(level, i) + ": " +
            rateText(level.bytes_per_second, "B/s"))));
    });
    /* Names where the slopes end; those that would lie over each other are one. */
    const ends = [];
    levels.forEach((level, i) => {
        const at = x(ridge[i]), last = ends[ends.length - 1];
        const text = level.bytes > 0 ? "L" + (i + 1) : "memory";
        if (ridge[i] <= x0) return;
        if (last && at - last.at < 45) last.text += ", " + text;
        else ends.push({ at, text });
    });
    for (const end of ends)
        picture.append(draw("text", { x: end.at, y: y(peak) - 10, "text-anchor": "middle" },
            end.text));
    const colours = kernelColours(), longest = Math.max(...steps.map((s) => s.seconds));
    const tip = make("p", { class: "tip" }, "A point is a step; its area is the time that it " +
        "takes.");
    const points = steps.slice().sort((a, b) => b.seconds - a.seconds);
    for (const s of points) {
        const say = shown(s.layers) + " (" + s.kernel + "): " + timeText(s.seconds) + ", " +
            rateText(reached(s), "FLOP/s");
        picture.append(draw("circle", {
            class: "point", "data-step": s.number, cx: x(intensity(s)),
            cy: y(Math.max(reached(s), y0)), r: 2.5 + 13 * Math.sqrt(s.seconds / longest),
            fill: colours.get(s.kernel), onclick: () => chooseStep(s.number),
            onmouseenter: () => { tip.textContent = say; },
        }, draw("title", {}, say)));
    }
    const used = [...colours].filter(([kernel]) => steps.some((s) => s.kernel === kernel));
    const key = used.slice(0, 14).map(([kernel, colour]) => {
        const dot = make("i", {});
        dot.style.background = colour;
        return make("span", {}, dot, kernel);
    });
    return make("div", {}, make("div", { class: "wide" }, picture), tip,
        make("div", { class: "key" }, key));
}

/* ---- memory ---- */

const blockName = (b) => b.values.length ? b.values.map((v) => v || "(no name)").join(", ") :
    "a kernel's own";

/* Bytes that are in use at each step. */
function usedBytes(blocks, n) {
    const change = new Array(n + 1).fill(0);
    for (const b of blocks) {
        change[b.first] += b.bytes;
        change[b.last + 1] -= b.bytes;
    }
    let sum = 0;
    return change.slice(0, n).map((c) => sum += c);
}

function memorySection() {
    if (!compiled) return section("memory", "Memory", note(shown(data.not_compiled)));
    const memory = compiled.memory, blocks = memory.blocks, n = compiled.steps.length;
    if (!blocks.length)
        return section("memory", "Memory", make("p", {}, "No step leaves anything in the " +
            "workspace: everything is an input or a result of the network."));
    const used = usedBytes(blocks, n), most = Math.max(...used), worst = used.indexOf(most);
    const left = 70, right = 14, height = 330, top = 12, bottom = 40;
    const x = (step) => left + (WIDTH - left - right) * step / n;
    const y = (byte) => height - bottom - (height - top - bottom) * byte / memory.tensor_bytes;
    const picture = draw("svg", {
        class: "chart", id: "workspace", viewBox: "0 0 " + WIDTH + " " + height, role: "img",
        "aria-label": "Where in the workspace each tensor lies, from the step that makes it to " +
            "the last one that reads it",
    });
    for (let i = 0; i <= 4; i++) {
        const v = memory.tensor_bytes * i / 4;
        picture.append(draw("line", { class: "axis", x1: left, x2: WIDTH - right, y1: y(v),
            y2: y(v) }), draw("text", { x: left - 6, y: y(v) + 4, "text-anchor": "end" },
            byteText(Math.round(v))));
    }
    const every = Math.max(1, Math.ceil(n / 10));
    for (let i = 0; i < n; i += every)
        picture.append(draw("text", { x: x(i + 0.5), y: height - bottom + 16,
            "text-anchor": "middle" }, String(i + 1)));
    picture.append(draw("text", { x: (left + WIDTH - right) / 2, y: height - 6,
        "text-anchor": "middle" }, "step"));
    blocks.forEach((b, i) => {
        const place = b.layers.find((l) => l !== null);
        b.colour = tone(place === undefined || place === null ? i : place);
        picture.append(draw("rect", {
            class: "block", x: x(b.first), width: Math.max(0.5, x(b.last + 1) - x(b.first)),
            y: y(b.offset + b.bytes), height: Math.max(0.5, y(b.offset) - y(b.offset + b.bytes)),
            fill: b.colour, onclick: (e) => at(stepUnder(e)),
        }, draw("title", {}, shown(blockName(b)) + ": " + byteText(b.bytes) + ", steps " +
            (b.first + 1) + " to " + (b.last + 1))));
    });
    const now = draw("rect", { class: "now", fill: "none", y: top, height: height - top - bottom,
        width: Math.max(1, x(1) - x(0)) });
    picture.append(now);
    const stepUnder = (e) => {
        const box = picture.getBoundingClientRect();
        const at = (e.clientX - box.left) * WIDTH / box.width;
        return Math.max(0, Math.min(n - 1, Math.floor((at - left) * n / (WIDTH - left - right))));
    };
    const says = make("p", { class: "tip", role: "status" }), rows = make("tbody", {});
    const slider = make("input", {
        type: "range", min: 1, max: n, step: 1, id: "memory-step", "aria-label": "Step",
        oninput: (e) => at(Number(e.target.value) - 1),
    });
    slider.style.width = "100%";
    function at(step) {
        slider.value = step + 1;
        now.setAttribute("x", x(step));
        const live = blocks.filter((b) => b.first <= step && step <= b.last)
            .sort((a, b) => b.bytes - a.bytes);
        says.replaceChildren("step " + (step + 1) + " of " + n + ", " +
            compiled.steps[step].kernel + " ", name(compiled.steps[step].layers || ""),
            ": " + byteText(used[step]) + " in use");
        rows.replaceChildren(...live.map((b) => make("tr", {},
            make("td", { class: "text" }, blockTitle(b)),
            make("td", { class: "number" }, byteText(b.bytes)),
            make("td", { class: "number less" }, String(b.offset)),
            make("td", { class: "number" }, String(b.first + 1)),
            make("td", { class: "number" }, String(b.last + 1)))));
    }
    showMemoryAt = at;
    const head = ["tensor", "bytes", "at", "from step", "to step"];
    const part = section("memory", "Memory",
        make("p", {}, "The workspace holds " + byteText(memory.tensor_bytes) + " of tensors, " +
            "which would take " + byteText(memory.unshared_bytes) + " if none lay where another " +
            "was before; most is in use at step " + (worst + 1) + ": " + byteText(most) + ". " +
            (memory.scratch_bytes ? "Each thread has " + byteText(memory.scratch_bytes) +
            " of its own beside it. " : "") + "The network's inputs, results and weights are not " +
            "in it."),
        make("div", { class: "wide" }, picture), slider, says,
        make("div", { class: "wide" }, make("table", {}, make("thead", {}, make("tr", {},
            head.map((h, i) => make("th", { class: (i ? "number" : "") +
                (i === 2 ? " less" : "") }, h)))), rows)));
    at(worst);
    return part;
}

let showMemoryAt = () => {};

/* Names of what is in it, with a link to the layer that makes it. */
function blockTitle(b) {
    if (!b.values.length) return make("span", { class: "dim" }, blockName(b));
    return b.values.map((v, i) => {
        const place = b.layers[i] === null ? undefined : after.top[b.layers[i]];
        const layer = place === undefined ? null : after.layers[place];
        const label = v || (layer ? layer.label : "(no name)");
        const link = layer ? layerLink(after, place) : name(label);
        return [i ? ", " : "", link, layer && v && v !== layer.label ?
            [" ", make("span", { class: "dim name" }, shown(v))] : ""];
    });
}
