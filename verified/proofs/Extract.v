(** The kernel of the program: the checkers as OCaml code. *)
From Chromex Require Import Game Rules Lists Families Checker Local Boards Columns Windows Plans Blocks.
Require Extraction.
Require Import ExtrOcamlBasic.
Extraction Language OCaml.
Extraction "kernel.ml" check check_strip away local_of table_of_rows table_of_clashes can_be answer_beside before_it all_blank
  after_alice check_window check_plan connected_colouring labelling.
