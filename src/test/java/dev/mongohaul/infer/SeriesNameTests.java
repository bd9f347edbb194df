package dev.mongohaul.infer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesNameTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "orders-2026-11-23.csv",
                "orders_2026_11_23.csv.gz",
                "orders.23.11.2026.csv",
                "orders20261123.csv",
                "orders-20261123101530.csv",
                "orders_20261123T101530.csv",
                "orders_2026-11-23T10:15:30Z.csv",
                "orders-2026-11-23_10-15-30.csv",
                "orders-2026-11.csv",
                "orders_202611.csv",
                "orders-2026.csv",
                "orders-2026-W47.csv",
                "orders_KW47.csv",
                "orders KW 47 2026.csv",
                "orders-week-47.csv",
                "orders-Q3-2026.csv",
                "orders_2026Q3.csv",
                "orders_nov_2026.csv",
                "orders-November.csv",
                "orders-1700000000.csv",
                "orders 47.csv",
                "orders (2).csv",
                "2026-11-23_orders.csv",
                "KW47-orders.csv"
            })
    void nameHasATimeOrANumber(String file) {
        assertThat(SeriesName.of(SourceNames.jobOf(file))).contains("orders");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "orders.csv",
                "area51.csv",
                "iso3166.csv",
                "iso-3166.csv",
                "products-v2.csv",
                "sales2go.csv",
                "2026-11-23.csv",
                "march.csv",
                "W47.csv",
                "q1.csv"
            })
    void nameIsItsOwn(String file) {
        assertThat(SeriesName.of(SourceNames.jobOf(file))).isEmpty();
    }
}
