import { useEffect, useRef, useState } from 'react'
import { AUDIENCE_FILE_BYTES } from '#domain/sales/campaigns/audience'
import {
  dataRows,
  guessMapping,
  nothingSorted,
  readAudienceTable,
  sortRows,
  type AudienceMapping,
  type AudienceTable,
  type SortedRows,
} from '#domain/sales/campaigns/audienceFile'
import { decodeFile, type Encoding } from '#domain/platform/decodeFile'
import { pause } from './pause.ts'

/** Why a file was rejected. */
type FileRefusal = 'size' | 'rows' | 'workbook' | 'binary' | 'empty'

/** A parsed file; `sorted` is null while its rows are being classified. */
export type ReadFile = {
  at: 'read'
  name: string
  encoding: Encoding
  table: AudienceTable
  mapping: AudienceMapping
  sorted: SortedRows | null
}
/** State of the chosen file. */
export type AudienceFile = { at: 'none' } | { at: 'reading'; name: string } | { at: 'refused'; name: string; why: FileRefusal } | ReadFile

/** Batch size between pauses. */
const batchSize = 1_000

/** Parses a customer file in the browser; a newer file or mapping cancels the previous one. */
export function useAudienceFile() {
  const [file, setFile] = useState<AudienceFile>({ at: 'none' })
  const latest = useRef<AbortController | null>(null)
  useEffect(() => () => latest.current?.abort(), [])

  /** Cancels the previous read. */
  function begin(): Reading {
    latest.current?.abort()
    const controller = new AbortController()
    latest.current = controller
    const isOver = () => controller.signal.aborted
    return { isOver, set: (next) => !isOver() && setFile(next) }
  }

  async function readFile(chosen: File): Promise<void> {
    const reading = begin()
    const { name, size } = chosen
    const refuse = (why: FileRefusal) => reading.set({ at: 'refused', name, why })
    if (size > AUDIENCE_FILE_BYTES) return refuse('size')
    reading.set({ at: 'reading', name })
    const decoded = decodeFile(new Uint8Array(await chosen.arrayBuffer()))
    if ('problem' in decoded) return refuse(decoded.problem)
    const table = readAudienceTable(decoded.text)
    if (table === null) return refuse('rows')
    if (table.rows.length === 0) return refuse('empty')
    await classify({ at: 'read', name, encoding: decoded.encoding, table, mapping: guessMapping(table), sorted: null }, reading)
  }

  /** Classifies the rows again with another column mapping. */
  async function remap(change: Partial<AudienceMapping>): Promise<void> {
    if (file.at === 'read') await classify({ ...file, mapping: { ...file.mapping, ...change }, sorted: null }, begin())
  }

  return { file, readFile: (chosen: File) => void readFile(chosen), remap: (change: Partial<AudienceMapping>) => void remap(change) }
}

type Reading = { isOver: () => boolean; set: (next: AudienceFile) => void }

async function classify(file: ReadFile, { isOver, set }: Reading): Promise<void> {
  set(file)
  const rows = dataRows(file.table, file.mapping)
  const sorted = nothingSorted()
  for (let at = 0; at < rows.length && !isOver(); at += batchSize) {
    sortRows(sorted, rows.slice(at, at + batchSize), file.mapping)
    await pause()
  }
  set({ ...file, sorted })
}
