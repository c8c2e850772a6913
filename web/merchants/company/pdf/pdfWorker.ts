// Before the reader, which makes its arrays as soon as it runs.
import './memoryLimit.ts'
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
