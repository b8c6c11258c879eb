/* SPDX-License-Identifier: Apache-2.0
 *
 * What is said in numbers and sentences: the summary, the steps, rewrites and refusals. */
/* ---- */

const FIRST_ROWS = 150;

/* ---- tables ---- */

/* columns: { title, number, less, value(row) for sorting, cell(row) }. Long tables begin with their
 * first rows; a click on a title sorts. */
function tableOf(columns, rows, onRow) {
    const body = make("tbody", {}), more = make("p", {});
    let sorted = rows.slice(), by = -1, down = false, all = false;
    const heads = columns.map((c, i) => make("th", {
        class: (c.number ? "number" : "") + (c.value ? " sorts" : "") + (c.less ? " less" : ""),
        onclick: c.value ? () => {
            down = by === i ? !down : !!c.number;
            by = i;
            const sign = down ? -1 : 1;
            sorted = rows.slice().sort((a, b) => {
                const x = c.value(a), y = c.value(b);
                return sign * (typeof x === "string" ? x.localeCompare(y) : (x || 0) - (y || 0));
            });
            heads.forEach((h, k) => h.setAttribute("aria-sort",
                k !== by ? "none" : down ? "descending" : "ascending"));
            list();
        } : null,
    }, c.title));
    function list() {
        const n = all ? sorted.length : Math.min(sorted.length, FIRST_ROWS);
        body.replaceChildren(...sorted.slice(0, n).map((row) => {
            const line = make("tr", {}, columns.map((c) => make("td", {
                class: (c.number ? "number" : c.text ? "text" : "") + (c.less ? " less" : ""),
            }, c.cell(row))));
            if (onRow) onRow(line, row);
            return line;
        }));
        more.replaceChildren(n < sorted.length ? make("button", {
            type: "button", onclick: () => {
                all = true;
                list();
            },
        }, "show all " + sorted.length) : "");
    }
    list();
    const box = make("div", { class: "wide" },
        make("table", {}, make("thead", {}, make("tr", {}, heads)), body), more);
    box.showAll = () => {
        all = true;
        list();
    };
    return box;
}

/* ---- summary ---- */

const card = (title, value, small) => make("div", { class: "card" }, make("span", {}, title),
    make("b", {}, value), make("span", {}, small || "\u00a0"));

const change = (a, b, text) => text(a) === text(b) ? text(b) : text(a) + " \u2192 " + text(b);

function verdictCard() {
    const c = data.network;
    if (!data.optimized) return card("network", "as it is", "it was not optimized: --as-is");
    if (!data.rewrites.done) return card("network", "as it was", "nothing was rewritten");
    if (!c.ran)
        return card("whole network", make("span", { class: "warn" }, "not run"),
            shown(c.why_not || "not asked for"));
    const kind = c.verdict === "same" ? "good" : c.verdict === "different" ? "bad" : "warn";
    return card("whole network", make("span", { class: kind }, c.verdict),
        "distance " + distanceText(c.worst_distance) + ", " + plural(c.runs, "run"));
}

function percentileText(t) {
    return t.percentiles.map((p) => "p" + p.percent + " " + timeText(p.seconds)).join(", ");
}

function cards() {
    const b = before.raw.totals, a = after.raw.totals, t = data.timing;
    const least = (totals) => totals.exact ? "" : " at least";
    const list = [
        card("layers", change(b.layers, a.layers, String),
            b.layers_in_bodies ? b.layers_in_bodies + " more in bodies" : data.compiled ?
                compiled.groups.length + " groups" : ""),
        card("multiply-adds", change(b.macs, a.macs, countText), "of a run" + least(b)),
        card("weights", change(b.weight_bytes, a.weight_bytes, byteText),
            compiled ? byteText(compiled.memory.weights_bytes) + " as the code reads them" : ""),
        verdictCard(),
    ];
    if (data.rewrites)
        list.push(card("rewrites", String(data.rewrites.done), data.rewrites.done ?
            data.rewrites.checked + " checked, worst distance " +
            distanceText(data.rewrites.worst_distance) : ""));
    if (compiled)
        list.push(card("workspace", byteText(t ? t.workspace_bytes :
            compiled.memory.tensor_bytes + data.threads * compiled.memory.scratch_bytes),
            plural(compiled.steps.length, "step")));
    if (t) {
        list.push(card("a run", timeText(t.median_seconds), "best " + timeText(t.best_seconds) +
            ", " + plural(t.threads, "thread")));
        list.push(card("code", byteText(t.code_bytes), "of C, without weights"));
    }
    return make("div", { class: "cards" }, list);
}

const facts = (rows) => make("table", { class: "facts" }, rows.filter((r) => r && r[1] !== "")
    .map((r) => make("tr", {}, make("td", {}, r[0]), make("td", {}, r[1]))));

function reasons(list) {
    const counts = new Map();
    for (const r of list) counts.set(r.unchecked, (counts.get(r.unchecked) || 0) + 1);
    return [...counts].map(([why, n]) => make("li", {}, n + ": " + shown(why)));
}

/* In sentences: what was run, and what was not. */
function proof() {
    if (!data.optimized || !data.rewrites.done) return null;
    const r = data.rewrites, c = data.network;
    const left = data.remarks.filter((m) => m.done && m.unchecked);
    const rows = [
        ["rewrites", r.checked + " of " + (r.checked + r.unchecked) + " checked by running both " +
            "sides" + (r.checked ? ", worst distance " + distanceText(r.worst_distance) : "") +
            (r.taken_back ? "; " + r.taken_back + " more were taken back" : "")],
        left.length ? ["not checked", make("ul", {}, reasons(left))] : null,
    ];
    if (c.ran) {
        rows.push(["network", c.verdict + ": distance " + distanceText(c.worst_distance) + ", " +
            plural(c.runs, "run") + " at " + shown(c.sizes) + (c.sizes_chosen ?
            " (sizes that sinter chose)" : "") + (c.sizes_elsewhere ? ", " + c.runs_elsewhere +
            " each at " + shown(c.sizes_elsewhere) : "")]);
        rows.push(["of what rounding explains", isNumber(c.share) ? percentText(c.share) +
            ", where it is most" : ""]);
        rows.push(["doubt", shown(c.doubt || "")], ["not counted", shown(c.not_counted || "")],
            ["not run, made up alike", shown(c.not_run || "")]);
    } else {
        rows.push(["network", "not run: " + shown(c.why_not || "not asked for")]);
    }
    if (data.holds_for.length) rows.push(["holds for", shown(data.holds_for.join(", ")) + " only"]);
    if (data.timing)
        rows.push(["code", data.timing.checked ? "what the C compiler made was compared with the " +
            "interpreter, step by step" : "what the C compiler made was not compared with the " +
            "interpreter"]);
    return [make("h3", {}, "How that is known"), facts(rows)];
}

function ports() {
    const list = (values, what) => values.map((value) => ({ what, value }));
    const ins = before.top.filter((i) => before.layers[i].op === "input")
        .map((i) => before.values[before.layers[i].outputs[0]]);
    const outs = before.raw.results.map((r) =>
        Object.assign({}, before.values[r.value], { name: r.name }));
    const rows = list(ins, "input").concat(list(outs, "result"));
    return [make("h3", {}, "Inputs and results"), tableOf([
        { title: "", cell: (r) => r.what },
        { title: "name", text: true, cell: (r) => name(r.value.name) },
        { title: "shape", cell: (r) => shapeText(r.value) },
        { title: "type", less: true, cell: (r) => r.value.type || "?" },
        { title: "bytes", number: true, cell: (r) => byteText(r.value.bytes) },
    ], rows)];
}

function summarySection() {
    const sizes = { hinted: "sizes are those that the file hints at", chosen: "sizes are chosen " +
        "by sinter", unknown: "sizes are not known" }[data.sizes];
    const how = ["target " + data.target, data.machine ? "machine " + data.machine : "",
        data.batch ? plural(data.batch, "image") + " in a run" : "",
        plural(data.threads, "thread"), sizes].filter((h) => h);
    return section("summary", "Summary", make("p", { class: "dim" }, shown(how.join(", "))),
        cards(), data.not_compiled ? note("Not compiled: ", shown(data.not_compiled)) : null,
        data.not_timed && data.not_timed !== data.not_compiled ?
            note("Not timed: ", shown(data.not_timed)) : null,
        proof(), ports());
}

/* ---- steps ---- */

function stepLink(number) {
    const step = compiled.steps[number];
    return make("a", {
        href: "#steps", onclick: (e) => {
            e.preventDefault();
            chooseStep(number);
        },
    }, "step " + (number + 1) + ": " + step.kernel);
}

const stepLines = new Map();
let allSteps = null, chosenStep = -1;

function chooseStep(number) {
    if (!stepLines.has(number) && allSteps) allSteps.showAll();
    const old = stepLines.get(chosenStep), line = stepLines.get(number);
    if (old) old.classList.remove("chosen");
    chosenStep = number;
    if (line) {
        line.classList.add("chosen");
        line.scrollIntoView({ block: "center" });
    }
    for (const point of document.querySelectorAll("#roofline .point"))
        point.classList.toggle("chosen", point.dataset.step === String(number));
    address.write({ step: number + 1 });
    showMemoryAt(number);
}

function stepWhy(step) {
    const words = [step.why];
    if (step.pools) words.push("pools as it stores");
    if (step.groups.length > 1 && !step.pools)
        words.push("row by row: groups " + step.groups.map((g) => g + 1).join(", "));
    if (step.thread !== null && data.threads > 1)
        words.push(step.side_by_side ? "beside others on thread " + step.thread :
            "too small to be shared");
    return words.filter((w) => w).join("; ");
}

function stepsTable() {
    const most = Math.max(...compiled.steps.map((s) => s.seconds || 0));
    const columns = [
        { title: "#", number: true, value: (s) => s.number, cell: (s) => String(s.number + 1) },
        { title: "kernel", value: (s) => s.kernel, cell: (s) => s.kernel },
        { title: "layers", text: true, cell: (s) => s.places.length ?
            chips(s.places.map((p) => layerLink(after, p))) : name(s.layers || "layout or type") },
    ];
    if (data.timing) columns.push(
        { title: "time", number: true, value: (s) => s.seconds, cell: (s) => {
            const bar = make("i", {});
            bar.style.width = (most ? 4.2 * s.seconds / most : 0) + "rem";
            return make("div", { class: "bar" }, timeText(s.seconds), bar);
        } },
        { title: "part", number: true, value: (s) => s.seconds,
            cell: (s) => percentText(s.seconds / totalSeconds) },
        { title: "FLOP/s", number: true, less: true,
            value: (s) => s.seconds ? s.flops / s.seconds : 0,
            cell: (s) => s.flops && s.seconds ? rateText(s.flops / s.seconds, "") : "" },
        { title: "roof", number: true, value: (s) => s.seconds ? s.roof / s.seconds : 0,
            cell: (s) => s.seconds ? percentText(s.roof / s.seconds) : "" });
    columns.push(
        { title: "FLOP", number: true, less: true, value: (s) => s.flops,
            cell: (s) => s.flops ? countText(s.flops) : "" },
        { title: "moved", number: true, less: true, value: (s) => s.bytes,
            cell: (s) => byteText(s.bytes) },
        { title: "how", text: true, less: true, cell: (s) => make("span", { class: "dim" },
            shown(stepWhy(s))) });
    return tableOf(columns, compiled.steps, (line, s) => {
        stepLines.set(s.number, line);
        if (s.number === chosenStep) line.classList.add("chosen");
    });
}

function kernelTable() {
    const sums = new Map();
    for (const s of compiled.steps) {
        const k = sums.get(s.kernel) || { kernel: s.kernel, n: 0, seconds: 0, flops: 0 };
        k.n++;
        k.seconds += s.seconds || 0;
        k.flops += s.flops;
        sums.set(s.kernel, k);
    }
    const rows = [...sums.values()].sort((a, b) => b.seconds - a.seconds || b.flops - a.flops);
    const columns = [
        { title: "kernel", value: (k) => k.kernel, cell: (k) => k.kernel },
        { title: "steps", number: true, value: (k) => k.n, cell: (k) => String(k.n) },
        { title: "FLOP", number: true, value: (k) => k.flops, cell: (k) => countText(k.flops) },
    ];
    if (data.timing) columns.push(
        { title: "time", number: true, value: (k) => k.seconds, cell: (k) => timeText(k.seconds) },
        { title: "part", number: true, value: (k) => k.seconds,
            cell: (k) => percentText(k.seconds / totalSeconds) });
    return tableOf(columns, rows);
}

function timeSection() {
    if (!compiled) return null;
    const t = data.timing;
    if (!t) return section("time", "Time", note(shown(data.not_timed)));
    const rows = [
        ["a run", "best " + timeText(t.best_seconds) + ", " + percentileText(t) + ", worst " +
            timeText(t.worst_seconds) + " of " + plural(t.rounds, "run") + " on " +
            plural(t.threads, "thread")],
        ["images a second", digits(t.images_per_second)],
        ["all steps", timeText(totalSeconds) + ", of which the machine would need " +
            percentText(compiled.steps.reduce((sum, s) => sum + s.roof, 0) / totalSeconds) +
            " at its own speeds"],
        ["machine", rateText(t.peak_flops, "FLOP/s") + "; " + t.memory.map((l, i) =>
            levelName(l, i) + " " + rateText(l.bytes_per_second, "B/s")).join(", ")],
        ["compiled", timeText(t.plan_seconds) + " to C, " + timeText(t.build_seconds) +
            (t.cached ? " to find it in the cache; " : " to a library; ") + shown(t.compiler)],
    ];
    const busy = t.median_seconds > 1.5 * totalSeconds + 2e-5;
    return section("time", "Time", facts(rows), busy ? note("Runs took longer than their steps: " +
        "the machine did other work in between.") : null, make("h3", {}, "What the machine can do"),
        rooflineChart(), make("h3", {}, "By kernel"), kernelTable());
}

/* Edges that were not fused, those of one reason together. */
function edgesLeft() {
    const byReason = new Map();
    for (const e of compiled.edges) {
        if (e.fused) continue;
        const key = e.rule + ": " + e.why;
        if (!byReason.has(key)) byReason.set(key, []);
        byReason.get(key).push(e);
    }
    const list = [...byReason].sort((a, b) => b[1].length - a[1].length);
    if (!list.length) return null;
    return [make("h3", {}, "Why others are not computed together"), list.map(([why, edges]) =>
        folded(shown(why) + " (" + edges.length + ")", () => tableOf([
            { title: "makes", text: true, cell: (e) => afterLink(e.producer) },
            { title: "reads", text: true, cell: (e) => afterLink(e.consumer) },
            { title: "bytes between", number: true, value: (e) => e.bytes,
                cell: (e) => e.bytes ? byteText(e.bytes) : "" },
        ], edges)))];
}

function stepsSection() {
    if (!compiled) return section("steps", "Steps", note(shown(data.not_compiled)));
    const saved = compiled.groups.reduce((sum, g) => sum + (g.bytes_saved || 0), 0);
    const idle = compiled.groups.filter((g) => !g.steps.length);
    allSteps = stepsTable();
    return section("steps", "Steps",
        make("p", {}, plural(compiled.groups.length, "group") + " of layers are computed by " +
            plural(compiled.steps.length, "step") + "; " + byteText(saved) + " between layers do " +
            "not go through memory."),
        allSteps,
        idle.length ? folded(plural(idle.length, "group") + " without a step", () => tableOf([
            { title: "layers", text: true, cell: (g) =>
                chips(g.places.map((p) => layerLink(after, p))) },
            { title: "why", text: true, cell: (g) => shown(g.no_step || "") },
        ], idle)) : null,
        edgesLeft(),
        compiled.remarks.length ? folded("What else was not done (" + compiled.remarks.length + ")",
            () => make("ul", {}, compiled.remarks.map((r) => make("li", {}, shown(r)))),
            compiled.remarks.length <= 5) : null);
}

/* ---- rewrites and refusals ---- */

function remarkText(r) {
    const ends = [];
    if (r.done) ends.push(" \u2192 ", r.result ? afterLink(r.result) : "gone");
    if (r.why) ends.push(r.done ? "; " : ": ", shown(r.why));
    if (r.other) ends.push(" (", labelLink(r.other), ")");
    if (r.done && isNumber(r.distance)) ends.push(make("span", { class: "dim" }, ", distance " +
        distanceText(r.distance)));
    if (r.unchecked) ends.push(make("span", { class: "warn" }, ", not checked: " +
        shown(r.unchecked)));
    return [r.layers.map((l, i) => [i ? " + " : "", labelLink(l)]), ends];
}

function rewritesSection() {
    if (!data.optimized)
        return section("rewrites", "Rewrites", make("p", {}, "None: --as-is leaves the network " +
            "as it is."));
    const done = data.remarks.filter((r) => r.done);
    const list = data.passes.filter((p) => p.done).map((p) => {
        const mine = done.filter((r) => r.pass === p.pass);
        const worst = Math.max(...mine.map((r) => isNumber(r.distance) ? r.distance : 0));
        const left = mine.filter((r) => r.unchecked).length;
        const title = p.pass + " (" + p.done + "), " + (left < mine.length ? "worst distance " +
            distanceText(worst) : "not checked") + (left && left < mine.length ? ", " + left +
            " not checked" : "");
        return folded(title, () => tableOf([
            { title: "layers", text: true, cell: (r) =>
                r.layers.map((l, i) => [i ? " + " : "", labelLink(l)]) },
            { title: "became", text: true, cell: (r) => r.result ? afterLink(r.result) : "gone" },
            { title: "distance", number: true, value: (r) => r.distance,
                cell: (r) => r.unchecked ? "not checked" : distanceText(r.distance) },
            { title: "", text: true, cell: (r) => make("span", { class: "dim" },
                shown([r.why, r.unchecked].filter((t) => t).join("; "))) },
        ], mine), done.length <= 40);
    });
    const compared = data.network.compared || [];
    return section("rewrites", "Rewrites",
        list.length ? list : make("p", {}, "Nothing was rewritten."),
        compared.length ? [make("h3", {}, "The whole network, before and after"), tableOf([
            { title: "tensor", text: true, cell: (c) => name(c.name) },
            { title: "shape", less: true, cell: (c) => shown(c.shape) },
            { title: "distance", number: true, value: (c) => c.distance,
                cell: (c) => distanceText(c.distance) },
            { title: "of rounding", number: true, value: (c) => c.share,
                cell: (c) => percentText(c.share) },
            { title: "", text: true, cell: (c) => shown(c.why || "") },
        ], compared)] : null);
}

function refusedSection() {
    const byReason = new Map();
    for (const r of (data.remarks || []).filter((m) => !m.done)) {
        const key = r.pass + ": " + (r.why || "");
        if (!byReason.has(key)) byReason.set(key, []);
        byReason.get(key).push(r);
    }
    const said = (title, list) => list && list.length ? [make("h3", {}, title),
        make("ul", {}, list.map((t) => make("li", {}, shown(t))))] : null;
    const groups = [...byReason].sort((a, b) => b[1].length - a[1].length).map(([why, list]) =>
        folded(shown(why) + " (" + list.length + ")", () => make("ul", {}, list.slice(0, 1000)
            .map((r) => make("li", {}, r.layers.map((l, i) => [i ? " + " : "", labelLink(l)]),
                r.other ? [" (", labelLink(r.other), ")"] : "")))));
    return section("refused", "Refused",
        groups.length ? groups : make("p", {}, "No pass refused anything."),
        said("Warnings", data.warnings), said("Notes", data.notes));
}
