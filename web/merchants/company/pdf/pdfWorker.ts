// Must be imported before pdf.js, which allocates its arrays when it is loaded.
import './memoryLimit.ts'
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
