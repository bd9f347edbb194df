package dev.mongohaul.cli;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

/**
 * The program's command line, given again and again to one process: its other end is {@link ResidentProgram}. Reads each
 * command as the number of its arguments and these; answers, behind what the command prints, with {@link #END} and the
 * exit code.
 */
final class CommandLoop {

    /** Nothing that the program prints has it. */
    static final int END = 0;

    private CommandLoop() {}

    public static void main(String[] none) throws IOException {
        DataInputStream commands = new DataInputStream(System.in);
        DataOutputStream answers = new DataOutputStream(new FileOutputStream(FileDescriptor.out));
        for (int count = commands.readInt(); count >= 0; count = commands.readInt()) {
            String[] arguments = new String[count];
            for (int index = 0; index < count; index++) {
                arguments[index] = commands.readUTF();
            }
            int exitCode = MongohaulCommand.execute(arguments);
            answers.writeByte(END);
            answers.writeInt(exitCode);
        }
    }
}
