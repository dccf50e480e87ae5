//! `chromex serve`: the laboratory in the browser.

use std::io::Write;
use std::net::{SocketAddr, ToSocketAddrs};
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::Context;
use chromex::Budget;
use chromex_server::{Limits, Options, Server, memory_that_fits};

use crate::Status;
use crate::args::{By, ServeArgs};
use crate::output::Style;
use crate::results::Results;

/// Runs the command.
pub(crate) fn run(args: ServeArgs, style: Style, out: &mut impl Write) -> anyhow::Result<Status> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_stack_size(STACK_BYTES)
        .build()
        .context("cannot start")?;
    runtime.block_on(async {
        // Any error here is about the arguments: the port, the folder, the address.
        let server = Server::bind(options(&args)?).await.map_err(|e| anyhow::anyhow!("{e}"))?;
        let url = server.url()?;
        writeln!(out, "Chromex is at {}", style.bold(&url))?;
        let loopback = server.address()?.ip().is_loopback();
        if !loopback {
            writeln!(
                out,
                "other machines reach it under this one's name, with the same port and token"
            )?;
        }
        writeln!(out, "{}", style.dim("Ctrl-C ends it"))?;
        out.flush()?;
        if args.open && !open(&url) {
            writeln!(out, "no browser could be opened: open the address yourself")?;
            out.flush()?;
        }
        server.serve(interrupted()).await;
        Ok(Status::Done)
    })
}

/// The default limit on the memory of a search.
const MEMORY: u64 = 512 << 20;

/// The rules recurse little, but graph expressions may be nested.
const STACK_BYTES: usize = 8 << 20;

fn options(args: &ServeArgs) -> anyhow::Result<Options> {
    let address = address(&args.host, args.port)?;
    let usual = Options::new(address);
    let searches = args.searches.map_or(usual.limits.searches, usize::from);
    let memory = || memory_that_fits(searches, Budget::default().memory.min(MEMORY));
    let question = chromex_server::QuestionLimits {
        time: args.seconds,
        memory: args.memory.unwrap_or_else(memory),
        vertices: args.vertices,
        ..usual.limits.question
    };
    let limits = Limits { question, searches, ..usual.limits };
    Ok(Options {
        token: args.token.clone().or(usual.token),
        web: args.web.clone(),
        limits,
        store: Results::open(&args.results, By::Theorem, None, None).store.map(Arc::new),
        ..usual
    })
}

fn address(host: &str, port: u16) -> anyhow::Result<SocketAddr> {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let found = (bare, port).to_socket_addrs().ok().and_then(|mut all| all.next());
    found.with_context(|| {
        format!("--host: `{host}` is no address of this machine; try 127.0.0.1 or 0.0.0.0")
    })
}

/// Waits for Ctrl-C or a signal to stop.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (Ok(mut interrupt), Ok(mut terminate)) =
            (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
        else {
            return std::future::pending().await;
        };
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    {
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// Opens an address in the browser, if there is one.
fn open(url: &str) -> bool {
    let programs: &[&str] = if cfg!(target_os = "macos") {
        &["open"]
    } else if cfg!(windows) {
        &["explorer"]
    } else {
        &["xdg-open", "sensible-browser"]
    };
    let start = |program: &&str| {
        let quiet = || Stdio::null();
        Command::new(program)
            .arg(url)
            .stdin(quiet())
            .stdout(quiet())
            .stderr(quiet())
            .spawn()
            .is_ok()
    };
    programs.iter().any(start)
}
