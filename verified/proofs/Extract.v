(** The kernel of the program: the checkers as OCaml code. *)
From Chromex Require Import Game Rules Lists Families Checker Columns Windows Blocks.
Require Extraction.
Require Import ExtrOcamlBasic.
Extraction Language OCaml.
Extraction "kernel.ml" check check_strip after_alice check_window check_plan connected_colouring labelling.
