// Service units that were installed before 2026-11-27 start this file.
import './main.mjs';
