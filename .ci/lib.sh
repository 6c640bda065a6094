# Shared by the scripts of this directory.

passed=0

# Installs a Debian package if a command is missing.
need() {
  command -v "$1" >/dev/null && return
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$2" >/dev/null
}

# Programs that run for seconds spend most of their processor time on compiling themselves; the first compiler is enough.
quick_java() {
  export JDK_JAVA_OPTIONS="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
}

step() {
  local name=$1 begin=$SECONDS
  shift
  echo "== $name"
  if ! "$@"; then
    echo "== FAILED after $((SECONDS - begin)) s: $name"
    echo "$(tests) passed, 1 failed"
    exit 1
  fi
  passed=$((passed + 1))
  echo "== passed in $((SECONDS - begin)) s: $name"
}

# Begins a step beside the next one. What it says is shown by finish.
begin() {
  begun_name=$1 begun_at=$SECONDS begun_log=$(mktemp)
  shift
  "$@" >"$begun_log" 2>&1 &
  begun=$!
  trap 'kill $begun 2>/dev/null || true; rm -f "$begun_log"' EXIT
}

# Ends the step that was begun.
finish() {
  step "$begun_name (begun $((SECONDS - begun_at)) s before)" ended
}

ended() {
  local result=0
  wait "$begun" || result=$?
  cat "$begun_log"
  return $result
}

# Tests that ran in this tree, and the steps of this script.
tests() {
  local ran
  ran=$(find . -path '*/surefire-reports/TEST-*.xml' -newer .ci/run.started 2>/dev/null -exec grep -ho '<testcase ' {} + | wc -l)
  echo $((ran + passed))
}

summary() {
  echo "$(tests) passed, 0 failed"
}

die() {
  echo "$*" >&2
  exit 1
}

# Waits until a command succeeds, or fails: await SECONDS WHAT COMMAND...
await() {
  local deadline=$((SECONDS + $1)) what=$2
  shift 2
  until "$@"; do
    if [ $SECONDS -ge $deadline ]; then
      echo "not within the time: $what" >&2
      return 1
    fi
    sleep 0.5
  done
}

# The value at a path of a JSON document on standard input: json '.topologies["late-flights"].state'
json() {
  jq -er "$1"
}

# Counts the committed records of topics, with the client in the sample's jar: count_records SERVERS TOPIC...
count_records() {
  local libs
  libs=$(mktemp -d)
  unzip -qj sample-apps/flight-board/target/flight-board-*.jar 'BOOT-INF/lib/kafka-clients-*' 'BOOT-INF/lib/slf4j-api-*' -d "$libs"
  java -cp "$libs/*" .ci/CountRecords.java "$@" 2>/dev/null
  rm -rf "$libs"
}
