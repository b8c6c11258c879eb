# SPDX-License-Identifier: Apache-2.0
"""Partitioning as TVM's FuseOps does it, written for clearness and without any of the project's
code: the oracle of compare.py. T. Chen et al., TVM: an automated end-to-end optimizing compiler for
deep learning, OSDI 2018.
"""

EW, BC, INJ, RED, OUT, TUPLE, OPAQUE = 0, 1, 2, 3, 4, 7, 8


class Graph:
    """Nodes in topological order; outputs[i] is a list of (reader, kind of the edge)."""

    def __init__(self):
        self.names, self.kinds, self.external, self.outputs, self.shapes = [], [], [], [], []

    def add(self, name, kind, inputs=(), shape=None, external=False):
        node = len(self.names)
        self.names.append(name)
        self.kinds.append(kind)
        self.external.append(external)
        self.outputs.append([])
        self.shapes.append(shape)
        for i in inputs:
            edge = kind
            if kind == TUPLE:
                edge = INJ
            elif kind == BC and self.shapes[i] == shape:
                edge = EW
            self.outputs[i].append((node, edge))
        return node

    def input(self, name, shape=None):
        return self.add(name, OPAQUE, (), shape, external=True)


class Group:
    def __init__(self, kind, node):
        self.parent, self.kind, self.node, self.n_nodes = None, kind, node, 1
        self.anchor = node if kind == OUT else None

    def root(self):
        g = self
        while g.parent is not None:
            g = g.parent
        return g


def post_dominators(g):
    """For each node (immediate post-dominator or None, depth, largest kind on the ways there)."""
    tree = [None] * len(g.names)

    def common(a, b, kind):
        while a != b:
            if a is None or b is None:
                return None, kind
            deep_a, deep_b = tree[a][1], tree[b][1]
            if deep_a >= deep_b:
                kind = max(kind, tree[a][2])
            if deep_b >= deep_a:
                kind = max(kind, tree[b][2])
            a, b = (tree[a][0] if deep_a >= deep_b else a), (tree[b][0] if deep_b >= deep_a else b)
        return a, kind

    for i in reversed(range(len(g.names))):
        if g.external[i]:
            tree[i] = (None, 1, OPAQUE)
            continue
        parent, kind = None, EW
        for n, (reader, edge) in enumerate(g.outputs[i]):
            if n == 0:
                parent = reader
            else:
                parent, kind = common(parent, reader, kind)
            kind = max(kind, edge)
        tree[i] = (parent, tree[parent][1] + 1 if parent is not None else 1, kind)
    return tree


def between(g, node, end):
    """Nodes that can be reached from `node` without passing `end`, and `end` if it can; without
    `node`."""
    seen, todo = set(), [reader for reader, _ in g.outputs[node]]
    while todo:
        i = todo.pop()
        if i in seen:
            continue
        seen.add(i)
        if i != end:
            todo.extend(reader for reader, _ in g.outputs[i])
    return seen


def merge(child, parent):
    child, parent = child.root(), parent.root()
    if child is parent:
        return
    parent.n_nodes += child.n_nodes
    child.parent = parent
    if child.anchor is not None:
        assert parent.anchor is None, "two anchors in one group"
        parent.anchor = child.anchor
        assert child.kind <= BC or parent.kind <= BC
        parent.kind = max(child.kind, parent.kind)


def fuse(g, max_depth=256, level=2):
    """Groups of all nodes, and the tree."""
    tree = post_dominators(g)
    groups = [Group(kind, i) for i, kind in enumerate(g.kinds)]
    if level == 0:
        return groups, tree

    def free(node, end, allowed_between, allowed_end):
        return all(groups[i].root().kind in (allowed_end if i == end else allowed_between)
                   for i in between(g, node, end))

    def commit(node, end):
        for i in [node, *between(g, node, end)]:
            merge(groups[i], groups[end])

    def size(node, end):
        inner = {node} | between(g, node, end) - {end}
        return groups[end].root().n_nodes + sum(groups[i].n_nodes for i in inner)

    up_to_bc, up_to_inj = {EW, BC}, {EW, BC, INJ}
    for phase in range(3):
        for i in range(len(g.names)):
            group, (end, _, way) = groups[i], tree[i]
            if group.kind == OPAQUE or end is None or size(i, end) > max_depth:
                continue
            if phase == 2:
                if (
                    group.kind <= INJ
                    and groups[end].kind == TUPLE
                    and groups[end].root().kind <= INJ
                ):
                    if free(i, end, up_to_inj, up_to_inj):
                        commit(i, end)
                continue
            if group.root() is groups[end].root() or groups[end].kind == TUPLE:
                continue
            if group.kind == OUT:
                if phase == 0 and way == EW and free(i, end, up_to_bc, up_to_bc):
                    commit(i, end)
            elif group.kind in up_to_bc:
                if (way in up_to_inj or way == RED) and free(
                    i, end, up_to_inj, {EW, BC, INJ, RED, OUT}
                ):
                    commit(i, end)
            elif group.kind in (INJ, TUPLE):
                if phase == 1 and free(i, end, up_to_inj, up_to_inj):
                    commit(i, end)
    return groups, tree


def members(g, groups):
    """Names of each group, inputs left out, in order."""
    found = {}
    for i, group in enumerate(groups):
        if g.kinds[i] == OPAQUE and g.external[i]:
            continue
        found.setdefault(group.root().node, []).append(g.names[i])
    return sorted(found.values(), key=lambda names: g.names.index(names[0]))
