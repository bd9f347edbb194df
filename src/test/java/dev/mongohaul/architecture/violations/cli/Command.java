package dev.mongohaul.architecture.violations.cli;

/** Class that no other package may import. */
public class Command {}
