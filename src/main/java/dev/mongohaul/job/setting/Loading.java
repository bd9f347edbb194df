package dev.mongohaul.job.setting;

/**
 * How the documents get into the target.
 *
 * @param swap used if the documents are swapped in
 */
record Loading(Write write, Swap swap, PartitionSettings partition) {}
