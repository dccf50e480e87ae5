//! The bulk of the work on a GPU: `gpu.cu`, compiled at run time, finds many terms at once.
//!
//! The GPU proves all it can: that the candidate is excluded by no rare heap, and that each smaller
//! rare value has a witness. Where it cannot (a rare value comes up, or a larger value than it has room
//! for) it says at which heap, and that heap is left to the term-by-term algorithm.

#![allow(unsafe_code)] // kernels are launched by raw pointers

use std::sync::Arc;

use cudarc::driver::sys::CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
use cudarc::driver::sys::CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, DevicePtr, DeviceRepr, DriverError,
    LaunchConfig, PushKernelArg,
};
use cudarc::nvrtc::{CompileError, CompileOptions, compile_ptx_with_opts};

use super::super::plain::xor_bound;
use super::{Offset, Sparse, Trouble};

/// Before this heap there are too many rare values for the GPU to be worth it.
const START: usize = 1 << 19;

/// Launches begin at a multiple of this, so that no cache line of the GPU is only partly new.
const ALIGN: usize = 64;

/// Must be equal to the constant in `gpu.cu`.
const THREADS: u32 = 1024;
const SMALL: u32 = 64;
const TERMS: usize = 32;
const SETS: usize = 4;

/// The least shared memory of a thread block, so that each block has a multiprocessor for itself.
const LEAST_SHARED: usize = 120 << 10;

/// The shared memory that the sets of one batch may take.
const SETS_SHARED: usize = 128 << 10;

/// The number of batches in the first launch, and in the longest.
const FEWEST: usize = 8;
const MOST: usize = 1 << 15;

/// The share of the multiprocessors that exclude values; one finds the terms, the others confirm.
/// Measured on a GPU with 132 multiprocessors, where half this share would be too small.
const EXCLUDING: f64 = 0.25;

/// At least this many multiprocessors are needed: one finds the terms, one for each group excludes,
/// and some confirm.
const FEWEST_MULTIPROCESSORS: usize = 24;

/// Pairs of heaps that are looked at for every term; a multiple of `CHUNK`.
const FIRST_PAIRS: usize = 1 << 15;

/// The parameters for which the kernel is compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Shape {
    words: usize,
    batch: usize,
    step: u32,
    share: usize,
    near: usize,
    far: usize,
    mask: u16,
}

impl Shape {
    /// The bytes of `struct Near` in `gpu.cu`, which is the largest structure in shared memory, and
    /// some reserve.
    fn shared(&self) -> usize {
        let pools = self.batch / TERMS * self.words * (TERMS + 1) * 4;
        let (lists, last) = (2 * TERMS * 8 * 2, (2 * self.batch + ALIGN) * 2);
        (pools + lists + last + 4 * self.near + 64).max(LEAST_SHARED)
    }
}

/// The same layout as `struct State` of `gpu.cu`.
type GpuState = [u64; 3 + SETS];

/// The same layout as `struct Work` of `gpu.cu`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
struct Work {
    line: u64,
    start: u64,
    batches: u64,
    sets: u64,
    offsets: u64,
    values: u64,
    count: u32,
    small: u32,
    splits: u64,
    split_count: u32,
    state: u64,
}

// SAFETY: `Work` is plain data with the layout of C, and its fields are those of `struct Work` in
// gpu.cu.
unsafe impl DeviceRepr for Work {}

/// A GPU that continues the values of a code.
#[derive(Debug)]
pub struct Gpu {
    stream: Arc<CudaStream>,
    multiprocessors: usize,
    /// The values, with room for all that are asked for; correct up to heap `known`.
    line: CudaSlice<u16>,
    known: usize,
    state: CudaSlice<u64>,
    splits: CudaSlice<u32>,
    program: Option<Program>,
    /// The number of batches in the next launch.
    length: usize,
}

/// The kernel for one shape, and the offsets that it works with.
#[derive(Debug)]
struct Program {
    shape: Shape,
    kernel: CudaFunction,
    sets: CudaSlice<u32>,
    offsets: CudaSlice<u32>,
    values: CudaSlice<u16>,
    count: usize,
    small: usize,
}

impl From<DriverError> for Trouble {
    fn from(error: DriverError) -> Trouble {
        Trouble::Gpu(error.to_string())
    }
}

impl From<CompileError> for Trouble {
    fn from(error: CompileError) -> Trouble {
        Trouble::Gpu(error.to_string())
    }
}

impl Gpu {
    /// The first GPU of this machine, with room for the values up to heap `to`.
    pub fn new(sparse: &Sparse, to: usize) -> Result<Gpu, Trouble> {
        // SAFETY: the two functions only try to open the libraries.
        let (driver, compiler) = unsafe {
            (cudarc::driver::sys::is_culib_present(), cudarc::nvrtc::sys::is_culib_present())
        };
        if !driver || !compiler {
            let what =
                if driver { "CUDA's compiler (libnvrtc)" } else { "an NVIDIA driver (libcuda)" };
            return Err(Trouble::Gpu(format!("there is no {what} on this machine")));
        }
        let context = CudaContext::new(0)?;
        let stream = context.default_stream();
        let splits: Vec<u32> = sparse.splits.iter().map(|&k| k as u32).collect();
        let count = context.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
        let multiprocessors = usize::try_from(count).unwrap_or(0);
        if multiprocessors < FEWEST_MULTIPROCESSORS {
            let text =
                format!("{count} multiprocessors are too few: {FEWEST_MULTIPROCESSORS} it takes");
            return Err(Trouble::Gpu(text));
        }
        Ok(Gpu {
            multiprocessors,
            line: stream.alloc_zeros(to + 1 + ALIGN)?,
            known: 0,
            state: stream.alloc_zeros(3 + SETS)?,
            splits: stream.clone_htod(&splits)?,
            program: None,
            length: FEWEST,
            stream,
        })
    }

    /// Finds some more values, up to the heap `to` at most.
    pub fn advance(&mut self, sparse: &mut Sparse, to: usize) -> Result<(), Trouble> {
        sparse.reserve(to);
        let start = sparse.last() + 1;
        if start < START {
            return sparse.advance(to.min(START - 1));
        }
        let shape = self.shape(sparse);
        let batches = self.length.min((to + 1 - start) / shape.batch);
        if !start.is_multiple_of(ALIGN) || batches == 0 {
            return sparse.advance(start);
        }
        self.compile(sparse, shape)?;
        self.upload(sparse)?;
        let found = self.launch(start, batches)?;
        let complete = found.len() == batches * self.batch();
        self.known = start + found.len() - 1;
        found.into_iter().try_for_each(|value| sparse.push(value))?;
        if complete {
            self.length = (2 * self.length).min(MOST);
            return Ok(());
        }
        self.length = FEWEST;
        sparse.advance(sparse.last() + 1)
    }

    fn batch(&self) -> usize {
        self.program.as_ref().map_or(0, |program| program.shape.batch)
    }

    fn shape(&self, sparse: &Sparse) -> Shape {
        let offsets = sorted(&sparse.offsets);
        let words = (xor_bound(sparse.largest) / 32).next_multiple_of(32);
        let batch = (SETS_SHARED / 4 / words).clamp(ALIGN, 512);
        Shape {
            words,
            batch,
            step: offsets.first().map_or(1, |o| o.offset).min(4),
            share: below(&offsets, SMALL).div_ceil(32).max(1),
            near: below(&offsets, 2 * batch as u32).max(1),
            far: self.excluding(batch),
            mask: sparse.mask,
        }
    }

    /// The number of multiprocessors that exclude: the same for each group of terms.
    fn excluding(&self, batch: usize) -> usize {
        let groups = batch / TERMS;
        let share = self.multiprocessors as f64 * EXCLUDING / groups as f64;
        groups * (share.round() as usize).max(1)
    }

    /// Compiles the kernel and copies the offsets to the GPU, unless both are there already.
    fn compile(&mut self, sparse: &Sparse, shape: Shape) -> Result<(), Trouble> {
        let same = |program: &Program| program.shape == shape;
        let current = self.program.as_ref().is_some_and(same);
        if current && self.program.as_ref().is_some_and(|p| p.count == sparse.offsets.len()) {
            return Ok(());
        }
        let offsets = sorted(&sparse.offsets);
        let lengths: Vec<u32> = offsets.iter().map(|o| o.offset).collect();
        let values: Vec<u16> = offsets.iter().map(|o| o.value).collect();
        let kernel = match self.program.take() {
            Some(program) if current => program.kernel,
            _ => self.kernel(&shape)?,
        };
        self.program = Some(Program {
            kernel,
            sets: self.stream.alloc_zeros(SETS * shape.words * shape.batch)?,
            offsets: self.stream.clone_htod(&lengths)?,
            values: self.stream.clone_htod(&values)?,
            count: offsets.len(),
            small: below(&offsets, SMALL),
            shape,
        });
        Ok(())
    }

    fn kernel(&self, shape: &Shape) -> Result<CudaFunction, Trouble> {
        let (major, minor) = self.stream.context().compute_capability()?;
        let mut options = vec![format!("--gpu-architecture=compute_{major}{minor}")];
        let settings = [
            ("WORDS", shape.words),
            ("BATCH", shape.batch),
            ("STEP", shape.step as usize),
            ("SHARE", shape.share),
            ("NEAR", shape.near),
            ("FAR", shape.far),
            ("FIRST", FIRST_PAIRS),
            ("MASK", usize::from(shape.mask)),
        ];
        options.extend(settings.map(|(name, value)| format!("-D{name}={value}")));
        let options = CompileOptions { options, ..CompileOptions::default() };
        let code = compile_ptx_with_opts(include_str!("gpu.cu"), options)?;
        let kernel = self.stream.context().load_module(code)?.load_function("advance")?;
        kernel.set_attribute(
            CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
            shape.shared() as i32,
        )?;
        Ok(kernel)
    }

    /// Copies the values that were found elsewhere to the GPU.
    fn upload(&mut self, sparse: &Sparse) -> Result<(), Trouble> {
        let last = sparse.last();
        if self.known < last {
            let new = &sparse.values()[self.known..last];
            let mut place = self.line.slice_mut(self.known + 1..last + 1);
            self.stream.memcpy_htod(new, &mut place)?;
            self.known = last;
        }
        Ok(())
    }

    /// The values from heap `start` on: `batches` batches, or fewer if something is not proved.
    fn launch(&mut self, start: usize, batches: usize) -> Result<Vec<u16>, Trouble> {
        let Some(program) = &self.program else { return Ok(Vec::new()) };
        let mut state: GpuState = [0; 3 + SETS];
        state[0] = u64::MAX;
        let stream = &self.stream;
        stream.memcpy_htod(&state, &mut self.state)?;
        let work = Work {
            line: self.line.device_ptr(stream).0,
            start: start as u64,
            batches: batches as u64,
            sets: program.sets.device_ptr(stream).0,
            offsets: program.offsets.device_ptr(stream).0,
            values: program.values.device_ptr(stream).0,
            count: program.count as u32,
            small: program.small as u32,
            splits: self.splits.device_ptr(stream).0,
            split_count: self.splits.len() as u32,
            state: self.state.device_ptr(stream).0,
        };
        let config = LaunchConfig {
            grid_dim: (self.multiprocessors as u32, 1, 1),
            block_dim: (THREADS, 1, 1),
            shared_mem_bytes: program.shape.shared() as u32,
        };
        // SAFETY: `Work` is what the kernel takes. It writes to `line` from `start` to `start +
        // batches * batch`, for which `advance` has seen that there is room, to `sets` and `state`, which
        // are as large as it expects; it reads `line` below that and the other arrays within their
        // lengths. All of them outlive the launch, which is waited for below. A cooperative launch has
        // all its thread blocks at work at once, so that they can wait for each other.
        unsafe { stream.launch_builder(&program.kernel).arg(&work).launch_cooperative(config)? };
        stream.memcpy_dtoh(&self.state, &mut state)?;
        stream.synchronize()?;
        let proved = state[0].min((start + batches * program.shape.batch) as u64) as usize;
        Ok(stream.clone_dtoh(&self.line.slice(start..proved.max(start)))?)
    }
}

fn sorted(offsets: &[Offset]) -> Vec<Offset> {
    let mut sorted = offsets.to_vec();
    sorted.sort_unstable_by_key(|o| o.offset);
    sorted
}

/// How many offsets are smaller than `bound`.
fn below(sorted: &[Offset], bound: u32) -> usize {
    sorted.partition_point(|o| o.offset < bound)
}
