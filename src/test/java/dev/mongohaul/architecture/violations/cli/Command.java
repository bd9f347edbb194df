package dev.mongohaul.architecture.violations.cli;

/** Something that nobody may import. */
public class Command {}
