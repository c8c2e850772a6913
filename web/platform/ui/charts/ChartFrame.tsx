import './charts.css'
import Download from 'lucide-react/icons/download'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { saveFile } from '../../lists/saveFile.ts'
import { t } from '../../i18n/t.ts'
import { Anchor } from '../controls/Anchor.tsx'
import { linkClass } from '../controls/linkClass.ts'
import { Menu } from '../controls/Menu.tsx'
import { chartCsv, fileNameOf } from './chartCsv.ts'
import type { ChartData } from './chartData.ts'
import { chartPicture } from './chartPicture.ts'
import { ChartTable } from './ChartTable.tsx'

type ChartFrameProps = {
  /** The finding: "Los sábados venden el doble que un lunes". */
  title: string
  /** Unit and base: "por día, IVA incluido". */
  subtitle: string
  /** The figures of the drawing, for the table and the file. */
  data: ChartData
  /** What the marks mean, below the title. */
  legend?: ReactNode
  /** The list behind the whole chart. */
  link?: { href: string; label: string }
  /** Level of its heading. */
  level?: 2 | 3
  /** The drawing. */
  children: ReactNode
}

/** A chart with its finding as title, the table of the same figures one key (T) away, and both as files. */
export function ChartFrame({ title, subtitle, data, legend, link, level = 2, children }: ChartFrameProps) {
  const id = useId()
  const drawing = useRef<HTMLDivElement>(null)
  const [asTable, setAsTable] = useState(false)
  const figure = useRef<HTMLElement>(null)
  const [failed, setFailed] = useState(false)
  const Heading = level === 2 ? 'h2' : 'h3'

  function onKeyDown(event: KeyboardEvent) {
    if (event.key.toLowerCase() !== 't' || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.target instanceof HTMLInputElement) return
    event.preventDefault()
    flushSync(() => setAsTable(!asTable))
    // What had the focus may be gone.
    figure.current?.querySelector<HTMLElement>('.chart-table, .chart-plot')?.focus()
  }
  async function savePicture() {
    setFailed(false)
    try {
      if (drawing.current) saveFile(await chartPicture(drawing.current, title, subtitle), `${fileNameOf(title)}.png`)
    } catch {
      setFailed(true)
    }
  }
  const saveCsv = () => saveFile(new Blob([chartCsv(data)], { type: 'text/csv;charset=utf-8' }), `${fileNameOf(title)}.csv`)

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut of the buttons and drawing inside it
    <figure ref={figure} aria-labelledby={id} className="chart" onKeyDown={onKeyDown}>
      <header className="chart-head">
        <Heading id={id} className="chart-title">
          {title} <span className="chart-subtitle">{subtitle}</span>
        </Heading>
        <div className="chart-actions">
          {link && (
            <Anchor href={link.href} className={`${linkClass} max-md:min-w-11`}>
              {link.label}
            </Anchor>
          )}
          <button type="button" className={linkClass} aria-pressed={asTable} aria-keyshortcuts="T" onClick={() => setAsTable(!asTable)}>
            {t(asTable ? 'charts.asDrawing' : 'charts.asTable')}
          </button>
          <Menu
            label={t('charts.download')}
            trigger={<Download aria-hidden />}
            triggerLabel={t('charts.download')}
            items={[
              { key: 'csv', label: t('charts.download.csv'), onSelect: saveCsv },
              {
                key: 'png',
                label: t('charts.download.png'),
                onSelect: () => void savePicture(),
                disabledReason: asTable ? t('charts.download.drawingOnly') : null,
              },
            ]}
          />
        </div>
      </header>
      {failed && (
        <p role="alert" className="text-sm text-danger-ink">
          {t('charts.download.failed')}
        </p>
      )}
      {asTable ? (
        <ChartTable caption={title} data={data} />
      ) : (
        <>
          {legend && <div className="chart-legend">{legend}</div>}
          <div ref={drawing} className="chart-drawing">
            {children}
          </div>
        </>
      )}
    </figure>
  )
}
