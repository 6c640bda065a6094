/**
 * The operators and the machine that steps them: nodes in a row, stepped in order, over slots of primitives.
 *
 * <p>Each node of a compiled graph owns one {@link io.streamsboot.graph.internal.engine.Slot}: a double or a reference, and one
 * byte that says whether it is there or why it is not. A step walks the nodes in the order in which they were built (sources
 * first), each reads the slots of its inputs and writes its own. Operators have the slots that they touch at hand. Slots are
 * scratch and shared by all keys of a run. What lasts from step to step is in the operators that have state, of which every run
 * and key has its own ({@link io.streamsboot.graph.internal.engine.GraphState}); operators without state are shared.
 *
 * <p>A step can be taken back. Before an operator changes its state it marks it: it keeps its scalars aside, and what it writes
 * over in bulk memory, unless nothing is alive there, neither now nor as it was marked. When a later node throws, every operator
 * that moved in this pass returns to its mark. That costs a few stores per step and no memory.
 *
 * <p>With many keys a step waits for memory more than it computes. So what the operators of a node have in common in all states
 * (parameters, marks) can be kept once, at the node's slot, where it is always near; a state is then little more than what is saved of it.
 *
 * <p>Windows aggregate by merging and never by subtracting, so that what has left the window has left the result: in count
 * windows by suffix aggregates of half-windows that are prepared one element per step
 * ({@link io.streamsboot.graph.internal.engine.CountWindowOp}, a constant number of combines), in time windows by two stacks
 * ({@link io.streamsboot.graph.internal.engine.TimeWindowOp}, amortised).
 *
 * <p>Time passes in passes of its own: when a record's time reaches a timer, the graph is first stepped at the timer's time
 * with all sources absent, so that what a closing window says flows through the same nodes as any other value.
 */
@NullMarked
package io.streamsboot.graph.internal.engine;

import org.jspecify.annotations.NullMarked;
