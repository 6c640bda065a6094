package io.streamsboot.graph.kafka.internal;

/** Names of nodes, stores and internal topics of a graph. Part of what an application must keep between versions. */
record NodeNames(String graph) {

    String source() {
        return graph + "-source";
    }

    String selectKey() {
        return graph + "-select-key";
    }

    String repartition() {
        return graph + "-by-key";
    }

    String processor() {
        return graph;
    }

    String results() {
        return graph + "-results";
    }

    String sink() {
        return graph + "-sink";
    }

    String late() {
        return graph + "-late";
    }

    String marks() {
        return graph + "-marks";
    }

    String writeBackStream() {
        return graph + "-commits";
    }

    String writeBack() {
        return graph + "-write-back";
    }

    String state() {
        return graph + "-state";
    }

    String hot() {
        return graph + "-hot";
    }
}
