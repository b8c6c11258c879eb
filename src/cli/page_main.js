/* SPDX-License-Identifier: Apache-2.0
 *
 * The page is put together; then what the address says is chosen. */
/* ---- */

const baseName = shown(data.file).replace(/^.*\//, "");
document.title = baseName + " \u2013 sinter report";
document.getElementById("title").replaceChildren(name(baseName));
document.getElementById("title").title = shown(data.file);
document.getElementById("footer").textContent = "sinter " + data.sinter;

/* ---- light and dark ---- */

const themes = ["system", "light", "dark"];
const system = matchMedia("(prefers-color-scheme: dark)");
let theme = "system";

function setTheme(to) {
    theme = themes.includes(to) ? to : "system";
    const isDark = theme === "dark" || (theme === "system" && system.matches);
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    document.getElementById("theme").textContent = "theme: " + theme;
}

document.getElementById("theme").addEventListener("click", () => {
    setTheme(themes[(themes.indexOf(theme) + 1) % themes.length]);
    address.write({ theme: theme === "system" ? null : theme });
});
system.addEventListener("change", () => setTheme(theme));
setTheme(address.read().theme);

/* ---- the parts ---- */

const sections = [summarySection(), networkSection(), stepsSection(), timeSection(),
    memorySection(), rewritesSection(), refusedSection()].filter((s) => s);
document.getElementById("main").replaceChildren(...sections);
/* Links to parts keep what is chosen in the address. */
document.getElementById("nav").append(...parts.map((p) => make("a", {
    href: "#" + p.id, onclick: (e) => {
        e.preventDefault();
        document.getElementById(p.id).scrollIntoView();
    },
}, p.title)));

/* ---- what is chosen ---- */

function followAddress() {
    const asked = address.read();
    setTheme(asked.theme);
    if (["fused", "flat"].includes(asked.by)) setMode(asked.by);
    if (asked.search) searchFor(asked.search);
    const net = asked.after !== undefined ? after : before;
    const layer = net.byLabel.get(asked.after !== undefined ? asked.after : asked.layer);
    if (layer) {
        choose(net, layer, true);
        document.getElementById("network").scrollIntoView();
    }
    const step = Number(asked.step) - 1;
    if (compiled && compiled.steps[step]) chooseStep(step);
    const part = document.getElementById(location.hash.slice(1));
    if (part && sections.includes(part)) part.scrollIntoView();
}

refresh();
openUsual();
followAddress();
addEventListener("hashchange", followAddress);
addEventListener("resize", () => Object.values(trees).forEach((t) => t.paint()));

/* On paper lists are whole, and what is folded is open. */
let opened = [];
addEventListener("beforeprint", () => {
    for (const tree of Object.values(trees)) tree.print(true);
    opened = [...document.querySelectorAll("details:not([open])")];
    for (const box of opened) {
        box.open = true;
        box.fillIt();
    }
});
addEventListener("afterprint", () => {
    for (const tree of Object.values(trees)) tree.print(false);
    for (const box of opened) box.open = false;
});
