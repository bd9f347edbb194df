package dev.mongohaul.writer;

/** What the parts of the contract work with. */
interface BenchContract<D> {

    /** The writer under test and its collection, new for every test. */
    WriterBench<D> bench();
}
