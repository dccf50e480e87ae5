//! Censuses, queries and the store as their users see them, also under `kill -9`.

#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A fresh folder.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("census-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn chromex(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chromex"));
    command.current_dir(folder).args(arguments.split(' ')).env("CHROMEX_STORE", "off");
    command
}

fn run(folder: &Path, arguments: &str) -> (i32, String, String) {
    let Output { status, stdout, stderr } = chromex(folder, arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

fn good(folder: &Path, arguments: &str) -> String {
    let (code, out, err) = run(folder, arguments);
    assert_eq!(code, 0, "{arguments}: {err}");
    out
}

#[test]
fn the_same_bytes_whatever_the_threads() {
    let folder = folder("threads");
    for ending in ["parquet", "csv", "jsonl"] {
        for threads in [1, 2, 5] {
            good(
                &folder,
                &format!(
                    "census icol chi_g is_cograph --graphs all:1..6 -o {threads}.{ending} --threads {threads}"
                ),
            );
        }
        let read = |threads| std::fs::read(folder.join(format!("{threads}.{ending}"))).unwrap();
        assert_eq!(read(1), read(2));
        assert_eq!(read(1), read(5));
        let counted = good(&folder, &format!("query 2.{ending} --count-by n --csv"));
        assert_eq!(counted, "n,count\n1,1\n2,2\n3,4\n4,11\n5,34\n6,156\n");
    }
}

/// The program is killed by the system as soon as one of its files has this many kilobytes, in the
/// middle of writing.
fn killed_at(kilobytes: usize, folder: &Path, arguments: &str) -> bool {
    let mut command = Command::new("bash");
    let shell = format!("ulimit -f {kilobytes}; exec \"$0\" \"$@\"");
    command.args(["-c", &shell, env!("CARGO_BIN_EXE_chromex")]).args(arguments.split(' '));
    let output = command.current_dir(folder).env("CHROMEX_STORE", "off").output().unwrap();
    // Who is killed by a signal has no exit code.
    assert!(output.status.success() || output.status.code().is_none(), "{output:?}");
    !output.status.success()
}

/// Killed again and again, a census ends with the same bytes.
#[test]
fn a_killed_census_goes_on() {
    let folder = folder("kill");
    let census = "census chi_g icol chi_g_bob a_star --graphs connected:7 --threads 2 -o";
    good(&folder, &format!("{census} whole.parquet"));
    let command = format!("{census} killed.parquet");
    let kills = (1..).step_by(9).take_while(|size| killed_at(*size, &folder, &command)).count();
    assert!(kills > 3, "{kills}");
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    assert_eq!(read("whole.parquet"), read("killed.parquet"));
    assert!(!folder.join("killed.parquet.part").exists());
}

#[test]
fn another_census_on_the_same_file_is_refused() {
    let folder = folder("refuse");
    // Something is done when the third line is found to be no graph, so that something could be lost.
    std::fs::write(folder.join("bad.g6"), "C~\nCF\nC:\n").unwrap();
    let census = "census chi_g --graphs bad.g6 -o x.parquet";
    let (code, _, err) = run(&folder, census);
    assert!(code == 2 && err.contains("line 3"), "{err}");
    let log = std::fs::File::open(folder.join("x.parquet.part")).unwrap();
    log.lock().unwrap();
    let (code, _, err) = run(&folder, census);
    assert!(code == 2 && err.contains("another process is working"), "{err}");
    drop(log);
    let (code, _, err) = run(&folder, "census chi_g --graphs connected:4 -o x.parquet");
    assert!(code == 2 && err.contains("belongs to another census"), "{err}");
    good(&folder, "census chi_g --graphs connected:4 -o x.parquet --force");
    let (code, _, err) = run(&folder, "census icol --graphs connected:4 -o x.parquet");
    assert!(code == 2 && err.contains("exists"), "{err}");
}

/// Who was killed after the table was in its place repeats the command, and is told that all is done.
#[test]
fn a_finished_census_can_be_repeated() {
    let folder = folder("repeat");
    let census = "census chi_g --graphs connected:1..5 -o x.parquet";
    good(&folder, census);
    let table = std::fs::read(folder.join("x.parquet")).unwrap();
    let (code, _, err) = run(&folder, census);
    assert!(
        code == 0 && err.contains("31 graphs in 0") && err.contains("31 of them before"),
        "{err}"
    );
    assert_eq!(std::fs::read(folder.join("x.parquet")).unwrap(), table);
    // A file may hold other graphs by now.
    std::fs::write(folder.join("g.g6"), "C~\n").unwrap();
    good(&folder, "census chi_g --graphs g.g6 -o y.parquet");
    let (code, _, err) = run(&folder, "census chi_g --graphs g.g6 -o y.parquet");
    assert!(code == 2 && err.contains("exists"), "{err}");
}

/// Whatever the vertices are called, there is a column by which tables can be joined.
#[test]
fn graphs_of_every_source_have_one_canonical_name() {
    let folder = folder("canonical");
    std::fs::write(folder.join("g.g6"), "C]\nCr\nCR\nCU\n").unwrap();
    let column = |graphs: &str| {
        let table =
            good(&folder, &format!("census canonical --graphs {graphs} --csv --select canonical"));
        table.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(column("g.g6"), ["Cr", "Cr", "CR", "CR"]);
    assert_eq!(column("cycle:4"), ["Cr"]);
    let listed = good(&folder, "all connected:1..6");
    assert_eq!(column("connected:1..6"), listed.lines().collect::<Vec<_>>());
}

#[test]
fn several_tables_are_one() {
    let folder = folder("several");
    let census = |part: u32, of: u32, name: &str| {
        good(
            &folder,
            &format!("census chi_g --graphs connected:1..6 --part {part}/{of} -o {name}"),
        );
    };
    (1..=3).for_each(|part| census(part, 3, &format!("part-{part}.parquet")));
    good(&folder, "census chi_g --graphs connected:1..6 -o whole.csv");
    let counts = good(&folder, "query whole.csv --count-by n,chi_g");
    for tables in ["part-*.parquet", "part-3.parquet part-1.parquet part-2.parquet"] {
        assert_eq!(good(&folder, &format!("query {tables} --count-by n,chi_g")), counts);
    }
    assert_eq!(
        good(&folder, "query part-*.parquet chi_g>4 --count-by n"),
        "n  count\n5      1\n6      9\n"
    );
    good(&folder, "query part-*.parquet -o merged.parquet");
    assert_eq!(good(&folder, "query merged.parquet --count-by n,chi_g"), counts);
    // What is not all there is not taken for the whole.
    for (command, part) in [
        ("query part-1.parquet part-3.parquet", "2/3 is missing"),
        ("query part-1.parquet part-1.parquet part-2.parquet", "both hold part 1/3"),
        (
            "query part-1.parquet part-2.parquet part-3.parquet whole.csv part-9.parquet",
            "part-9.parquet",
        ),
        ("query none-*.parquet", "there is no table in `none-*.parquet`"),
        ("query missing", "there is no table `missing`"),
    ] {
        let (code, _, err) = run(&folder, command);
        assert!(code == 2 && err.contains(part), "{command}: {err}");
    }
    good(&folder, "query part-1.parquet part-3.parquet --incomplete --count-by n");
    good(&folder, "query part-2.parquet --count-by n");
    let inner = folder.join("inner");
    std::fs::create_dir_all(&inner).unwrap();
    for name in ["part-1.parquet", "part-2.parquet", "part-3.parquet"] {
        std::fs::rename(folder.join(name), inner.join(name)).unwrap();
    }
    std::fs::write(inner.join("notes.json"), "{}").unwrap();
    assert_eq!(good(&folder, "query inner --count-by n,chi_g"), counts);
    census(1, 2, "inner/other.parquet");
    let (code, _, err) = run(&folder, "query inner");
    assert!(code == 2 && err.contains("belongs to another census"), "{err}");
    // A column that is a whole number in one file and a word in another.
    std::fs::write(folder.join("a.csv"), "n,x\n1,2\n").unwrap();
    std::fs::write(folder.join("b.csv"), "n,x\n3,word\n").unwrap();
    assert_eq!(good(&folder, "query a.csv b.csv --csv"), "n,x\n1,2\n3,word\n");
}

#[test]
fn budgets_leave_nulls_and_say_so() {
    let folder = folder("budget");
    let (code, _, err) = run(&folder, "census chi_g --graphs connected:6 --nodes 3 -o x.csv");
    assert!(code == 3 && err.contains("questions unanswered"), "{err}");
    let whole = good(&folder, "census chi_g --graphs connected:6 --csv");
    let part = std::fs::read_to_string(folder.join("x.csv")).unwrap();
    let mut nulls = 0;
    for (a, b) in part.lines().zip(whole.lines()) {
        nulls += u32::from(a.ends_with(','));
        assert!(a == b || a.ends_with(',') && b.starts_with(a), "{a} and {b}");
    }
    assert!(nulls > 0);
}

/// What is too large to be searched is answered by theorems, as `chromex solve` does it.
#[test]
fn theorems_answer_where_search_cannot() {
    let folder = folder("theorems");
    let census = "census icol connected.outcome colouring:4 a_star --csv --graphs";
    let rows = |source: &str, by: &str| {
        let (code, out, err) = run(&folder, format!("{census} {source} {by}").trim_end());
        let cells = out.lines().skip(1).map(|line| line.split(',').skip(3).collect::<Vec<_>>());
        (code, cells.map(|cells| cells.join(",")).collect::<Vec<_>>(), err)
    };
    let solve = |question: &str, graph: &str| {
        let (_, out, _) = run(&folder, &format!("solve {question} {graph} --json"));
        serde_json::from_str::<serde_json::Value>(&out).unwrap()
    };
    for (graph, known) in
        [("path:2001", [true, true, true, false]), ("star:2000", [false, true, false, true])]
    {
        let (code, found, err) = rows(graph, "");
        let cells: Vec<&str> = found[0].split(',').collect();
        assert_eq!(code, 3, "not everything is known: {err}");
        assert_eq!(
            cells.iter().map(|cell| !cell.is_empty()).collect::<Vec<_>>(),
            known,
            "{cells:?}"
        );
        assert_eq!(cells[1], solve("connected", graph)["outcome"]);
        let (code, found, err) = rows(graph, "--by search");
        assert!(code == 3 && found == [",,,"] && err.contains("4 questions unanswered"), "{err}");
    }
    let (icol, colouring) = (solve("icol", "path:2001"), solve("colouring:4", "path:2001"));
    assert_eq!((&icol["value"], &colouring["value"]), (&"*1".into(), &"Alice".into()));
    assert_eq!(
        rows("path:2001", "").1[0].split(',').step_by(2).collect::<Vec<_>>(),
        ["1", "Alice"]
    );
    let a_star = good(&folder, "solve connected star:2000 --ask a-star --json");
    assert!(a_star.contains("\"a_star\":true"), "{a_star}");
    assert!(rows("star:2000", "").1[0].ends_with(",true"));
    // χ_g of a board on which a search for the winner with four colours takes long.
    let chi = good(&folder, "census chi_g --graphs grid:4x30 --csv");
    assert!(chi.ends_with(",4\n"), "{chi}");
    // Where a search can tell, both tell the same.
    assert_eq!(rows("connected:1..5", "").1, rows("connected:1..5", "--by search").1);
    let gaps = |by: &str| rows("path:9", &format!("--nodes 1 {by}")).1.concat();
    assert!(gaps("").starts_with("1,") && gaps("--by search").starts_with(','), "{}", gaps(""));
}

#[test]
fn tables_on_standard_output() {
    let folder = folder("stdout");
    let census = "census icol --graphs connected:3 -o -";
    assert_eq!(good(&folder, &format!("{census} --format csv")).lines().count(), 3);
    assert_eq!(
        good(&folder, &format!("{census} --csv")),
        good(&folder, &format!("{census} --format csv"))
    );
    assert!(good(&folder, &format!("{census} --format csv")).starts_with("graph,n,m,icol\n"));
    assert!(good(&folder, &format!("{census} --format jsonl")).starts_with("{\"graph\":"));
    assert!(!folder.join("-").exists());
    let (_, _, err) = run(&folder, "census icol --graphs path:3 --where n=3");
    assert!(err.contains("1 graph in") && err.contains(", 1 row\n"), "{err}");
    let (_, _, err) = run(&folder, "census icol --graphs path:600 --by search --csv");
    assert!(err.contains("1 question unanswered"), "{err}");
}

/// A bad line is mended, and the same command goes on; nothing that was begun by mistake is in the way.
#[test]
fn a_mended_file_needs_no_force() {
    let folder = folder("mended");
    let write = |text: &str| std::fs::write(folder.join("g.g6"), text).unwrap();
    let census = "census chi_g --graphs g.g6 -o x.csv";
    write("Bw\nC~\nnonsense\nCF\n");
    let (code, _, err) = run(&folder, census);
    assert!(code == 2 && err.contains("line 3") && folder.join("x.csv.part").exists(), "{err}");
    // Other graphs before the place are noticed.
    write("Bw\nCF\nD~{\nCF\n");
    let (code, _, err) = run(&folder, census);
    assert!(code == 2 && err.contains("the source has changed"), "{err}");
    write("Bw\nC~\nD~{\nCF\n");
    good(&folder, census);
    let table = std::fs::read_to_string(folder.join("x.csv")).unwrap();
    assert_eq!(table, "graph,n,m,chi_g\nBw,3,3,3\nC~,4,6,4\nD~{,5,10,5\nCF,4,3,2\n");
    // Nothing was done before the first graph was refused, so nothing is left.
    let (code, _, _) = run(&folder, "census blue-red --graphs connected:4 -o y.csv");
    assert!(code == 2 && !folder.join("y.csv.part").exists());
    write("nonsense\n");
    assert_eq!(run(&folder, "census chi_g --graphs g.g6 -o z.csv").0, 2);
    good(&folder, "census icol --graphs connected:4 -o z.csv");
}

#[test]
fn a_smallest_example_is_found() {
    let folder = folder("smallest");
    let out = good(
        &folder,
        "census chi_g --graphs connected:1..7 --where chi_g>chi --find-smallest --csv",
    );
    // The path of four vertices needs three colours, and nothing smaller needs more than χ.
    assert_eq!(out, "graph,n,m,chi_g,chi\nCR,4,3,3,2\n");
    let out =
        good(&folder, "census chi_g --graphs connected:1..4 --where chi_g>chi+9 --find-smallest");
    assert_eq!(out, "no rows\n");
    good(
        &folder,
        "census chi_g --graphs connected:1..6 -o x.parquet --where chi_g>chi --find-smallest",
    );
    let counted = good(&folder, "query x.parquet --select n,m --csv");
    assert_eq!(counted, "n,m\n4,3\n");
}

#[test]
fn selections_may_have_commas_and_sum_up() {
    let folder = folder("select");
    good(&folder, "census chi --graphs connected:3..4 -o x.parquet");
    let select = |options: &str| good(&folder, &format!("query x.parquet {options} --csv"));
    assert_eq!(
        select("n=3 --select max(n,m),m/n"),
        "\"max(n,m)\",m/n\n3,0.6666666666666666\n3,1\n"
    );
    assert_eq!(select("--select count(*),max(chi)"), "count(*),max(chi)\n8,4\n");
    assert_eq!(select("--count-by n --select sum(m)"), "n,count,sum(m)\n3,2,5\n4,6,25\n");
    assert_eq!(select("--count-by n%2=0,n --sort -n"), "n%2=0,n,count\ntrue,4,6\nfalse,3,2\n");
    let census = "census chi_g --graphs connected:4 --count-by n --csv --select";
    // What only a selection uses is asked for too.
    assert_eq!(
        good(&folder, &format!("{census} max(chi_g-chi)")),
        "n,count,max(chi_g-chi)\n4,6,1\n"
    );
}

#[test]
fn mistakes_are_told_before_the_work() {
    let folder = folder("mistakes");
    good(&folder, "census chi --graphs connected:4 -o x.parquet");
    std::fs::write(folder.join("bad.g6"), "C~\nnonsense\n").unwrap();
    std::fs::write(folder.join("x.txt"), "a").unwrap();
    std::fs::write(folder.join("twice.csv"), "graph,n,n\nA_,2,2\n").unwrap();
    for (arguments, words) in [
        ("census chi_gg --graphs connected:4", "did you mean `chi_g`?"),
        ("census chi_g --graphs conected:4", "did you mean `connected`?"),
        ("census chi_g --graphs connected:99", "at most 16 vertices"),
        ("census chi_g --graphs connected:4 --where chi_g>", "expected a column"),
        ("census chi_g --graphs connected:4 --where chi_g", "not a condition"),
        ("census chi_g --graphs connected:4 --where colour>2", "there is no column `colour`"),
        ("census blue-red --graphs connected:4", "graph 1"),
        ("census chi_g --graphs bad.g6", "line 2"),
        ("census chi_g --graphs @nowhere.g6", "cannot open"),
        ("census chi_g --graphs nowhere.g6", "there is no file `nowhere.g6`"),
        ("census chi_g --graphs connected:4 -o -", "use --format csv or --format jsonl"),
        ("query twice.csv", "two columns are called `n`"),
        ("census chi_g --graphs connected:4 -o x.xlsx", "unknown format `xlsx`"),
        ("census chi_g --graphs connected:4 --part 9/8", "expected a part such as 3/8"),
        ("census chi_g", "--graphs"),
        ("query nowhere.parquet", "nowhere.parquet"),
        ("query x.parquet ch>2", "there is no column `ch`"),
        ("query x.txt", "unknown format `txt`"),
        ("query x.parquet --sort foo", "there is no column `foo`"),
        ("query x.parquet n=4;", "unexpected `;`\n  n=4;\n     ^"),
        ("query x.parquet load_extension('x')", "there is no function `load_extension`"),
        ("query x.parquet n>avg(n)", "this is about many rows, not one"),
        ("query x.parquet --count-by n --select max(m),m", "this is about one row, not many"),
        ("store", "switched off"),
        ("store --store /dev/null/x/y merge z", "cannot open the store"),
    ] {
        let (code, _, err) = run(&folder, arguments);
        assert!(code == 2 && err.contains(words), "{arguments}: {code}\n{err}");
    }
}

#[test]
fn standard_input_and_parts() {
    let folder = folder("parts");
    let graphs = good(&folder, "all connected 6");
    let mut child = chromex(&folder, "census icol --graphs - --count-by n --csv")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    use std::io::Write;
    child.stdin.take().unwrap().write_all(graphs.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "n,count\n6,112\n");
    let part = |i| {
        let out = good(&folder, &format!("census icol --graphs connected:6 --part {i}/3 --csv"));
        out.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let mut parts: Vec<String> = (1..=3).flat_map(part).collect();
    let whole = good(&folder, "census icol --graphs connected:6 --csv");
    let mut whole: Vec<String> = whole.lines().skip(1).map(str::to_owned).collect();
    parts.sort();
    whole.sort();
    assert_eq!(parts, whole);
}

fn stored(folder: &Path, arguments: &str) -> (i32, String, String) {
    run(folder, &format!("{arguments} --store s.sqlite"))
}

#[test]
fn answers_are_kept_and_found_again() {
    let folder = folder("store");
    let solve = "solve icol grid:3x7 --by search";
    let (code, first, _) = stored(&folder, solve);
    assert!(code == 0 && first.contains("found    by search of"), "{first}");
    let (_, again, _) = stored(&folder, solve);
    assert!(again.contains("from the store, found by search of"), "{again}");
    let answer = |text: &str| text.lines().filter(|l| !l.starts_with("found")).collect::<String>();
    assert_eq!(answer(&first), answer(&again));
    // The same board turned.
    let (_, turned, _) = stored(&folder, "solve icol grid:7x3 --by search --json");
    assert!(turned.contains("\"stored\""), "{turned}");
    let moves = "moves icol grid:4x5 --by search";
    let (first, again) = (stored(&folder, moves).1, stored(&folder, moves).1);
    assert!(!first.contains("from the store") && again.contains("from the store"), "{again}");
    let (_, first, _) = stored(&folder, "chi random:15,0.5,1");
    let (_, again, _) = stored(&folder, "chi random:15,0.5,1");
    assert!(!first.contains("from the store") && again.contains("from the store"), "{again}");
    stored(&folder, "solve col path:13");
    let (code, shown, _) = stored(&folder, "store");
    assert!(code == 0 && shown.contains("answers") && shown.contains("icol"), "{shown}");
    let (code, verified, _) = stored(&folder, "store verify");
    assert!(code == 0 && verified.contains(" 0 wrong"), "{verified}");
    let (_, export, _) = stored(&folder, "store export");
    std::fs::write(folder.join("e.jsonl"), &export).unwrap();
    good(&folder, "store merge e.jsonl --store t.sqlite");
    good(&folder, "store merge s.sqlite --store u.sqlite");
    // What is merged is the same, but for the mark and the checksum over it.
    let exported = |name: &str| {
        let lines = good(&folder, &format!("store export --store {name}"));
        let line = |line: &str| {
            let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
            let object = line.as_object_mut().unwrap();
            (object.remove("sum"), object.remove("merged").unwrap(), line)
        };
        lines.lines().map(line).collect::<Vec<_>>()
    };
    let (own, merged) = (exported("s.sqlite"), exported("t.sqlite"));
    assert_eq!(exported("u.sqlite").len(), own.len());
    for (own, merged) in own.iter().zip(&merged) {
        assert_eq!((&own.1, &merged.1), (&serde_json::Value::Null, &"e.jsonl".into()));
        assert_eq!(own.2, merged.2);
    }
    let (_, told, err) = run(&folder, &format!("{solve} --store t.sqlite"));
    assert!(told.contains("from the store (merged from e.jsonl), found by search of"), "{told}");
    assert!(err.contains("note: answers are used that were merged from e.jsonl"), "{err}");
    let (_, told, _) = run(&folder, "solve icol grid:3x6..7 --by search --store t.sqlite");
    assert!(told.trim_end().ends_with("merged from e.jsonl"), "{told}");
    let (_, told, _) = run(&folder, "chi random:15,0.5,1 --store t.sqlite");
    assert!(told.contains("from the store (merged from e.jsonl)"), "{told}");
    let shown = good(&folder, "store --store t.sqlite");
    assert!(shown.contains(&format!("{} merged from elsewhere", own.len())), "{shown}");
    let proved = good(&folder, "store verify --merged --store t.sqlite");
    let all = format!("confirmed ({} of them merged, and now proved here)", own.len());
    assert!(proved.contains(&all) && proved.contains(" 0 wrong"), "{proved}");
    // Others may be kept beside them: what was asked for above, if it took longer this time.
    let kept = exported("t.sqlite");
    assert!(own.iter().all(|line| kept.contains(line)), "{own:?}\n{kept:?}");
    let (_, told, err) = run(&folder, &format!("{solve} --store t.sqlite"));
    assert!(told.contains("from the store, found by search of") && err.is_empty(), "{told}{err}");
    // A line that was changed is refused, and one that contradicts itself.
    let lie = export.replace("\"value\":\"*0\"", "\"value\":\"*5\"");
    assert_ne!(lie, export);
    let without_sum = lie.replace("\"sum\"", "\"x\"");
    for (lie, flag, why) in [
        (&lie, "", "checksum is wrong"),
        (&without_sum, "", "no checksum"),
        (&without_sum, "--unsummed", "contradicts"),
    ] {
        std::fs::write(folder.join("lie.jsonl"), lie).unwrap();
        let merge = format!("store merge lie.jsonl --store w.sqlite {flag}");
        let (code, out, err) = run(&folder, merge.trim_end());
        let named = err.lines().all(|l| l.starts_with("note: refused: lie.jsonl: line "));
        assert!(code == 2 && named && err.contains(why), "{err}");
        assert!(out.contains(" refused"), "{out}");
    }
    // A wrong answer is seen, and one that differs is not taken in.
    let one = lie.lines().find(|line| line.contains("\"*5\"")).unwrap();
    let mut one: serde_json::Value = serde_json::from_str(one).unwrap();
    (one["outcome"], one["moves"]) = ("N".into(), serde_json::Value::Null);
    one.as_object_mut().unwrap().remove("sum");
    std::fs::write(folder.join("lie.jsonl"), one.to_string()).unwrap();
    let (code, _, err) = run(&folder, "store merge --unsummed lie.jsonl --store t.sqlite");
    assert!(code == 2 && err.contains("store verify"), "{err}");
    good(&folder, "store merge --unsummed lie.jsonl --store v.sqlite");
    let (code, out, _) = run(&folder, "store verify --store v.sqlite");
    assert!(code == 1 && out.contains("wrong: "), "{out}");
    std::fs::copy(folder.join("v.sqlite"), folder.join("x.sqlite")).unwrap();
    let (code, out, _) = run(&folder, "store verify --forget --store x.sqlite");
    assert!(code == 1 && out.contains("1 wrong and forgotten"), "{out}");
    // Whoever searches for more than it knows hears of the contradiction, and the search is believed.
    let (code, _, err) = run(&folder, "moves icol grid:4x5 --store v.sqlite");
    assert!(code == 0 && err.contains("note: the store says *5"), "{code}: {err}");
    let (code, _, err) = run(&folder, "moves icol grid:4x5 --store v.sqlite");
    assert!(code == 0 && err.is_empty(), "{code}: {err}");
    // A* too.
    let a_star = "solve connected king:4x5 --ask a-star --by search";
    let (_, first, _) = stored(&folder, a_star);
    let (_, again, _) = stored(&folder, a_star);
    assert!(!first.contains("from the store") && again.contains("from the store"), "{again}");
    assert_eq!(first.lines().next(), again.lines().next());
}

#[test]
fn a_store_that_cannot_be_opened_is_no_reason_not_to_solve() {
    let folder = folder("unusable");
    std::fs::write(folder.join("notes.sqlite"), "these are my notes, no database at all").unwrap();
    for place in ["/proc/nowhere/x", "notes.sqlite", "/dev/null/x", "."] {
        let told = |code: i32, out: &str, err: &str| {
            let note = err.matches("note: answers are not kept").count() == 1;
            assert!(code == 0 && note && out.contains("*1"), "{place}: {code} {out}{err}");
        };
        let mut command = chromex(&folder, "solve icol path:5");
        let output = command.env("CHROMEX_STORE", place).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        told(output.status.code().unwrap(), &text(&output.stdout), &text(&output.stderr));
        let (code, out, err) = run(&folder, &format!("solve icol path:5 --store {place}"));
        told(code, &out, &err);
    }
    let locking = rusqlite::Connection::open(folder.join("locked.sqlite")).unwrap();
    locking.execute_batch("BEGIN EXCLUSIVE; CREATE TABLE t (x);").unwrap();
    let (code, out, err) = run(&folder, "solve icol path:5 --seconds 1 --store locked.sqlite");
    assert!(code == 0 && out.contains("*1") && err.contains("is locked by another"), "{out}{err}");
    let mut homeless = chromex(&folder, "solve icol path:5");
    homeless.env_remove("CHROMEX_STORE").env_remove("HOME").env_remove("XDG_DATA_HOME");
    assert!(homeless.output().unwrap().status.success());
}

/// Several processes at once, one after the other killed: nothing is lost that was kept, nothing is
/// wrong.
#[test]
fn several_processes_share_a_store() {
    let folder = folder("processes");
    let start = |seed: usize| {
        let graphs = format!("random:11,0.4,{}..{}", seed, seed + 30);
        chromex(&folder, &format!("solve icol {graphs} --by search --store s.sqlite"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let children: Vec<_> = (0..4).map(|i| start(10 * i)).collect();
    let mut victim = start(500);
    // It is killed when it has found something.
    BufReader::new(victim.stdout.as_mut().unwrap()).read_line(&mut String::new()).unwrap();
    victim.kill().unwrap();
    victim.wait().unwrap();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
        assert!(output.status.success());
    }
    let (code, out, err) = stored(&folder, "store verify");
    assert!(code == 0 && out.contains(" 0 wrong") && !out.starts_with("0 "), "{out}{err}");
}
