package dev.mongohaul.writer;

/** Bench of the parts of the contract. */
interface BenchContract<D> {

    /** The writer under test and its collection, new for every test. */
    WriterBench<D> bench();
}
