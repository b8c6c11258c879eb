/* SPDX-License-Identifier: Apache-2.0
 *
 * What all parts of the page use: the data, elements, numbers as text, and the part of the address
 * behind '#', which says what is looked at. Texts from the network become text nodes and attributes
 * alone, never markup. In page.html all scripts stand in one block, one after the other. */
/* ---- */
const data = JSON.parse(document.getElementById("data").textContent);

/* ---- elements ---- */

function fill(element, attributes, children) {
    for (const [key, value] of Object.entries(attributes || {})) {
        if (value === null || value === undefined || value === false) continue;
        if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
        else element.setAttribute(key, value === true ? "" : value);
    }
    for (const child of children.flat(Infinity)) {
        if (child === null || child === undefined || child === "") continue;
        element.append(child instanceof Node ? child : document.createTextNode(String(child)));
    }
    return element;
}

function make(tag, attributes, ...children) {
    return fill(document.createElement(tag), attributes, children);
}

function draw(tag, attributes, ...children) {
    return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/* Characters that are not seen, or that turn a line around, as their numbers. */
const unseen = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

function shown(text) {
    return String(text).replace(unseen, (c) =>
        "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
}

function name(text) {
    return make("span", { class: "name" }, shown(text));
}

/* ---- numbers ---- */

/* Three digits: "12.3". */
function digits(v) {
    const a = Math.abs(v);
    return a >= 100 || v === 0 ? v.toFixed(0) : a >= 10 ? v.toFixed(1) : v.toFixed(2);
}

function scaled(v, step, units) {
    let i = 0;
    while (Math.abs(v) >= step && i + 1 < units.length) {
        v /= step;
        i++;
    }
    return (i === 0 && Number.isInteger(v) ? String(v) : digits(v)) + units[i];
}

const unknown = "?";
const isNumber = (v) => typeof v === "number" && isFinite(v);
const countText = (v) => isNumber(v) ? scaled(v, 1000, ["", " K", " M", " G", " T"]) : unknown;
const byteText = (v) =>
    isNumber(v) ? scaled(v, 1024, [" B", " KB", " MB", " GB", " TB"]) : unknown;
const rateText = (v, unit) => scaled(v, 1000, ["", " K", " M", " G", " T"].map((u) =>
    (u || " ") + unit));
const distanceText = (v) => !isNumber(v) ? "not known" : v === 0 ? "0" : v.toExponential(1);
const percentText = (v) => isNumber(v) ? (100 * v).toFixed(v < 0.0995 ? 1 : 0) + " %" : "";

function timeText(s) {
    if (!isNumber(s)) return unknown;
    if (s >= 1) return digits(s) + " s";
    return s >= 1e-3 ? digits(1e3 * s) + " ms" : digits(1e6 * s) + " \u00b5s";
}

const plural = (n, what) => n + " " + what + (n === 1 ? "" : "s");

function shapeText(v) {
    if (!v || !v.shape) return unknown;
    return v.shape.length ? v.shape.map((d) => d === null ? "?" : d).join("\u00d7") : "scalar";
}

/* A colour for each number; `fill`: a pale one. */
const hues = [212, 112, 32, 276, 352, 176, 58, 310, 242, 142, 12, 92];
const tone = (i) => "hsl(" + hues[i % hues.length] + " 62% var(--tone))";

/* ---- the address ---- */

/* "#layer=conv1&search=pool" */
const address = {
    read() {
        const all = {};
        for (const part of location.hash.slice(1).split("&")) {
            const at = part.indexOf("=");
            if (at <= 0) continue;
            try {
                all[part.slice(0, at)] = decodeURIComponent(part.slice(at + 1));
            } catch (error) {
                continue; /* not an address that this page made */
            }
        }
        return all;
    },
    /* null takes the key out */
    write(changes) {
        const all = Object.assign(this.read(), changes);
        const parts = Object.entries(all).filter(([, value]) => value !== null && value !== "")
            .map(([key, value]) => key + "=" + encodeURIComponent(value));
        history.replaceState(null, "", "#" + parts.join("&"));
    },
};

/* ---- parts of the page ---- */

const parts = []; /* title and id, for the navigation */

function section(id, title, ...children) {
    parts.push({ id, title });
    return make("section", { id, "aria-label": title }, make("h2", {}, title), children);
}

const note = (...children) => make("p", { class: "note" }, children);

/* What is made when it is opened, or printed. */
function folded(title, content, open) {
    const box = make("details", { open: open || false }, make("summary", {}, title));
    let made = false;
    const fillIt = () => {
        if (made || !box.open) return;
        made = true;
        box.append(content());
    };
    box.addEventListener("toggle", fillIt);
    box.fillIt = fillIt;
    fillIt();
    return box;
}
