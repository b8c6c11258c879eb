// SPDX-License-Identifier: Apache-2.0
//
// A picture that needs no file: a street with a stop sign, a traffic light and a clock, drawn.
const WIDTH = 640, HEIGHT = 480;

function fill(context, colour, points) {
  context.fillStyle = colour;
  context.beginPath();
  points.forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.closePath();
  context.fill();
}

function disc(context, colour, x, y, radius) {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

function shade(context, from, to, y0, y1) {
  const gradient = context.createLinearGradient(0, y0, 0, y1);
  gradient.addColorStop(0, from);
  gradient.addColorStop(1, to);
  return gradient;
}

const octagon = (x, y, radius) => Array.from({ length: 8 }, (_, i) =>
  [x + radius * Math.cos((i + 0.5) * Math.PI / 4), y + radius * Math.sin((i + 0.5) * Math.PI / 4)]);

function background(c) {
  c.fillStyle = shade(c, "#7fb2e5", "#dcebf7", 0, 300);
  c.fillRect(0, 0, WIDTH, 300);
  c.fillStyle = shade(c, "#6f8f57", "#587345", 280, 350);
  c.fillRect(0, 280, WIDTH, 70);
  c.fillStyle = shade(c, "#6b6e73", "#4c4f54", 340, HEIGHT);
  c.fillRect(0, 340, WIDTH, HEIGHT - 340);
  for (let i = 0; i < 6; i++) fill(c, "#e8e4d4", [[i * 120 + 20, 412], [i * 120 + 80, 412],
    [i * 120 + 72, 422], [i * 120 + 8, 422]]);
}

function stopSign(c, x, y, radius) {
  c.fillStyle = shade(c, "#a5a8ab", "#85888c", y, 370);
  c.fillRect(x - 5, y + radius - 6, 10, 370 - y - radius + 6);
  fill(c, "#f4f4f2", octagon(x, y, radius));
  fill(c, "#c1121f", octagon(x, y, radius * 0.93));
  c.fillStyle = "#f7f7f5";
  c.font = "700 " + radius * 0.72 + "px Arial, Helvetica, 'Liberation Sans', sans-serif";
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.fillText("STOP", x, y + radius * 0.04, radius * 1.55);
  c.textAlign = "left";
}

function trafficLight(c, x, y) {
  c.fillStyle = "#3c4045";
  c.fillRect(x + 20, y + 110, 10, 370 - y - 110);
  c.fillStyle = "#23262a";
  c.beginPath();
  c.roundRect(x, y, 50, 124, 8);
  c.fill();
  ["#ff3b30", "#5a4a12", "#123f1d"].forEach((colour, i) => {
    disc(c, "#0e1012", x + 25, y + 24 + 38 * i, 17);
    disc(c, colour, x + 25, y + 24 + 38 * i, 14);
  });
  disc(c, "rgba(255, 220, 210, 0.7)", x + 21, y + 19, 5);
}

function clock(c, x, y, radius) {
  c.fillStyle = shade(c, "#b08a63", "#8d6a48", 60, 350);
  c.fillRect(x - 62, y - 84, 124, 350 - y + 84);
  fill(c, "#6d3f34", [[x - 74, y - 84], [x + 74, y - 84], [x, y - 140]]);
  disc(c, "#3a2c22", x, y, radius + 5);
  disc(c, "#fbfaf4", x, y, radius);
  c.strokeStyle = "#1d1a17";
  c.lineCap = "round";
  for (let i = 0; i < 12; i++) {
    const turn = i * Math.PI / 6, from = i % 3 ? 0.84 : 0.74;
    c.lineWidth = i % 3 ? 2 : 4;
    c.beginPath();
    c.moveTo(x + from * radius * Math.sin(turn), y - from * radius * Math.cos(turn));
    c.lineTo(x + 0.92 * radius * Math.sin(turn), y - 0.92 * radius * Math.cos(turn));
    c.stroke();
  }
  for (const [turn, length, thick] of [[10.15 * Math.PI / 6, 0.5, 5], [2 * Math.PI / 6, 0.76, 3]]) {
    c.lineWidth = thick;
    c.beginPath();
    c.moveTo(x, y);
    c.lineTo(x + length * radius * Math.sin(turn), y - length * radius * Math.cos(turn));
    c.stroke();
  }
  disc(c, "#1d1a17", x, y, 4);
}

export function drawStreet() {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext("2d");
  background(context);
  clock(context, 320, 170, 52);
  stopSign(context, 130, 170, 78);
  trafficLight(context, 500, 120);
  return canvas;
}
