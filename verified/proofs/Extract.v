(** The kernel of the program: the checker as OCaml code. *)
From Chromex Require Import Game Rules Lists Families Checker.
Require Extraction.
Require Import ExtrOcamlBasic.
Extraction Language OCaml.
Extraction "kernel.ml" check.
