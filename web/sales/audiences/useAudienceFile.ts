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

/** Why a file is not taken. */
export type FileRefusal = 'size' | 'rows' | 'workbook' | 'binary' | 'empty'

/** A file that could be read; `sorted` is null while its rows are still being looked at. */
export type ReadFile = {
  at: 'read'
  name: string
  encoding: Encoding
  table: AudienceTable
  mapping: AudienceMapping
  sorted: SortedRows | null
}
/** A file that was chosen, and how far it has been read. */
export type AudienceFile = { at: 'none' } | { at: 'reading'; name: string } | { at: 'refused'; name: string; why: FileRefusal } | ReadFile

/** How many rows are looked at before the page has its turn. */
const atATime = 1_000

/** Reads a file of customers on this computer; a newer file, or another reading of its columns, takes the place of the one before. */
export function useAudienceFile() {
  const [file, setFile] = useState<AudienceFile>({ at: 'none' })
  const latest = useRef<AbortController | null>(null)
  useEffect(() => () => latest.current?.abort(), [])

  /** Whoever was reading before stops. */
  function begin(): Reading {
    latest.current?.abort()
    const controller = new AbortController()
    latest.current = controller
    const isOver = () => controller.signal.aborted
    return { isOver, set: (next) => !isOver() && setFile(next) }
  }

  async function take(chosen: File): Promise<void> {
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
    await sort({ at: 'read', name, encoding: decoded.encoding, table, mapping: guessMapping(table), sorted: null }, reading)
  }

  /** The same file with its columns read otherwise. */
  async function remap(change: Partial<AudienceMapping>): Promise<void> {
    if (file.at === 'read') await sort({ ...file, mapping: { ...file.mapping, ...change }, sorted: null }, begin())
  }

  return { file, take: (chosen: File) => void take(chosen), remap: (change: Partial<AudienceMapping>) => void remap(change) }
}

type Reading = { isOver: () => boolean; set: (next: AudienceFile) => void }

async function sort(file: ReadFile, { isOver, set }: Reading): Promise<void> {
  set(file)
  const rows = dataRows(file.table, file.mapping)
  const sorted = nothingSorted()
  for (let at = 0; at < rows.length && !isOver(); at += atATime) {
    sortRows(sorted, rows.slice(at, at + atATime), file.mapping)
    await pause()
  }
  set({ ...file, sorted })
}
