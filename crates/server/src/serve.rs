//! Listens, answers, and shuts down without dropping requests that have begun.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use chromex::text::Bytes;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::Options;
use crate::allocator;
use crate::api::{self, App};
use crate::patience::Patient;
use crate::searches::STACK_BYTES;

/// How long requests that have begun may take after the server was told to stop.
const FAREWELL: Duration = Duration::from_secs(10);

/// How long no connection is accepted after the system has refused one.
const BREATHER: Duration = Duration::from_millis(50);

/// A larger head of a request is refused.
const HEAD_BYTES: usize = 64 << 10;

/// File descriptors that the program needs besides those of connections.
const SPARE_FILES: u64 = 256;

/// Why the server cannot listen.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BindError {
    /// Another program uses the port.
    #[error(
        "port {port} is in use, perhaps by another `chromex serve`: choose another one with \
         --port {}, or --port 0 for any that is free", .port.wrapping_add(1).max(1024)
    )]
    Busy {
        /// The port that was asked for.
        port: u16,
    },
    /// The port may only be used by the administrator.
    #[error("port {port} may not be used by you: choose one above 1023 with --port")]
    Forbidden {
        /// The port that was asked for.
        port: u16,
    },
    /// Strangers could reach it.
    #[error("{0} can be reached from other machines: a token is needed")]
    Open(SocketAddr),
    /// The folder of the page has no page.
    #[error("`{0}` has no index.html: --web takes the folder of the page")]
    NoPage(String),
    /// The memory of the searches does not fit into the address space: a server without addresses
    /// would crash.
    #[error(
        "the address space is limited to {}, and {searches} searches with {} each take up to {}: allow fewer with \
         --searches, or less with --memory",
        Bytes(*.room), Bytes(*.memory), Bytes(*.needed)
    )]
    Confined {
        /// The bytes that the process may use.
        room: u64,
        /// How many searches may run at a time.
        searches: usize,
        /// The bytes that each may take.
        memory: u64,
        /// The bytes that all of them may take, together with the server itself.
        needed: u64,
    },
    /// Anything else.
    #[error("cannot listen at {address}: {error}")]
    Other {
        /// Where.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
}

/// A server that listens and is about to answer.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
}

/// The bytes of the server itself: the stacks of its threads, and what requests without a search
/// build.
const ITSELF: u64 = 480 << 20;

fn bytes_needed(searches: usize, memory: u64) -> u64 {
    ITSELF
        .saturating_add((searches as u64).saturating_mul(memory.saturating_add(STACK_BYTES as u64)))
}

/// How many bytes each of this many searches may take, at most `usual`, if the address space is
/// limited.
pub fn memory_that_fits(searches: usize, usual: u64) -> u64 {
    /// With less memory nothing can be found.
    const LEAST: u64 = 16 << 20;
    let Some(room) = allocator::address_space() else { return usual };
    let each = room.saturating_sub(ITSELF) / (searches as u64).max(1);
    each.saturating_sub(STACK_BYTES as u64).clamp(LEAST.min(usual), usual)
}

impl Server {
    /// Starts listening.
    pub async fn bind(options: Options) -> Result<Server, BindError> {
        let address = options.address;
        if options.token.is_none() && !address.ip().is_loopback() {
            return Err(BindError::Open(address));
        }
        if let Some(web) = options.web.as_ref().filter(|web| !web.join("index.html").is_file()) {
            return Err(BindError::NoPage(web.display().to_string()));
        }
        allocator::keep_little();
        let (searches, memory) = (options.limits.searches, options.limits.question.memory);
        let needed = bytes_needed(searches, memory);
        if let Some(room) = allocator::address_space().filter(|&room| room < needed) {
            return Err(BindError::Confined { room, searches, memory, needed });
        }
        let wanted = options.limits.connections as u64 + SPARE_FILES;
        // If there are fewer file descriptors, connections wait until others end.
        let _ = rlimit::increase_nofile_limit(wanted);
        let listener = TcpListener::bind(address).await.map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => BindError::Busy { port: address.port() },
            io::ErrorKind::PermissionDenied => BindError::Forbidden { port: address.port() },
            _ => BindError::Other { address, error },
        })?;
        Ok(Server { listener, app: Arc::new(App::new(options)) })
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// The address for a browser, with the token if there is one.
    pub fn url(&self) -> io::Result<String> {
        let address = self.address()?;
        let token = self.app.options.token.as_ref();
        let token = token.map(|token| format!("?token={token}")).unwrap_or_default();
        Ok(format!("http://{address}/{token}"))
    }

    /// Answers until `shutdown` is complete. Then searches are cancelled, which report what they
    /// know, and requests that have begun are finished.
    pub async fn serve(self, shutdown: impl Future<Output = ()>) {
        let Server { listener, app } = self;
        let router = api::router(Arc::clone(&app));
        let connections = Arc::new(Semaphore::new(app.options.limits.connections));
        let graceful = GracefulShutdown::new();
        let mut shutdown = std::pin::pin!(shutdown);
        loop {
            let stream = tokio::select! {
                stream = accept(&listener, &connections) => stream,
                () = &mut shutdown => break,
            };
            let Some((stream, permit)) = stream else { continue };
            let _ = stream.set_nodelay(true);
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(app.options.limits.sending)
                .max_buf_size(HEAD_BYTES)
                .serve_connection(
                    TokioIo::new(Patient::new(stream, app.options.limits.receiving)),
                    TowerToHyperService::new(router.clone()),
                );
            let watched = graceful.watch(connection);
            tokio::spawn(async move {
                // An error of a client does not concern the server.
                let _ = watched.await;
                drop(permit);
            });
        }
        drop(listener);
        app.searches.close();
        let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
    }
}

/// The next connection, as soon as there may be one more.
async fn accept(
    listener: &TcpListener,
    connections: &Arc<Semaphore>,
) -> Option<(TcpStream, tokio::sync::OwnedSemaphorePermit)> {
    let permit = Arc::clone(connections).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, _)) => Some((stream, permit)),
        Err(_) => {
            tokio::time::sleep(BREATHER).await;
            None
        }
    }
}
