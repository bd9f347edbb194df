package dev.mongohaul.csv;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.csv.dialect.CsvDialect;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Tests {

    static LongStream seeds() {
        return LongStream.range(0, 100);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void jdkDecoderAgreesOnRandomBytes(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            byte[] bytes = "plain ASCII of some length ä€日𝄞 and more".getBytes(UTF_8);
            for (int change = random.nextInt(3); change > 0; change--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            assertThat(Utf8Encoding.firstInvalid(bytes, 0, bytes.length))
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(firstInvalidByJdk(bytes, 0, bytes.length));
        }
    }

    @Test
    void jdkDecoderAgreesOnEveryPairOfLeadAndSecondByte() {
        for (int pair = 0; pair < 0x10000; pair++) {
            byte[] bytes = {'a', (byte) (pair >> 8), (byte) pair, (byte) 0x80, (byte) 0x80, 'z'};
            assertThat(Utf8Encoding.firstInvalid(bytes, 1, 5))
                    .as("0x%04X", pair)
                    .isEqualTo(firstInvalidByJdk(bytes, 1, 5));
        }
    }

    /** Scanning looks for bytes that are not ASCII on its way, so that their place in the record matters. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "abcdefghijk,lmnopqrstuv,wxyz",
                "abcdefghijk,\"lmnopqrstuv\",wxyz",
                "\"abcdefghijk\",lmnopqrstuv,\"wxyz\"",
                "\"abcd\"\"efghijk\",\"lmnop\nqrstuv\",wxyz"
            })
    void invalidByteIsFoundAtEachPlaceOfARecord(String record) throws IOException {
        String head = "a,b,c\n1,2,3\n";
        for (int at = 0; at < record.length(); at++) {
            if (!Character.isLetter(record.charAt(at))) {
                continue;
            }
            byte[] csv = (head + record + "\n4,5,6\n").getBytes(UTF_8);
            csv[head.length() + at] = (byte) 0xFF;

            List<CsvItem> items = Reading.all(csv, CsvDialect.RFC_4180, 1 << 10);

            assertThat(items.get(1))
                    .as("byte %d of %s", at, record)
                    .isInstanceOfSatisfying(
                            MalformedRecord.class,
                            refused -> assertThat(refused.reason()).contains("UTF-8"));
            assertThat(items)
                    .hasSize(3)
                    .filteredOn(MalformedRecord.class::isInstance)
                    .hasSize(1);
        }
    }

    private static int firstInvalidByJdk(byte[] bytes, int from, int to) {
        ByteBuffer in = ByteBuffer.wrap(bytes, from, to - from);
        boolean valid =
                UTF_8.newDecoder().decode(in, CharBuffer.allocate(100), true).isUnderflow();
        return valid ? -1 : in.position();
    }
}
