/**
 * Journals: where runs keep the results of their steps and their outcome. Two come with the house, others implement
 * {@link io.streamsboot.workflow.journal.Journal} and prove themselves by the contract kit.
 */
@NullMarked
package io.streamsboot.workflow.journal;

import org.jspecify.annotations.NullMarked;
