package dev.mongohaul.job.setting;

/**
 * Sharing of the import with workers on other machines.
 *
 * @param window most partitions that workers are invited to and that none has claimed
 * @param priority of the invitations, 0 to 9
 * @param managerWorks whether the process that plans the import also imports partitions
 */
public record Workers(int window, int priority, boolean managerWorks) {}
