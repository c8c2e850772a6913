import Calculator from 'lucide-react/icons/calculator'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Button } from './Button.tsx'
import { buttonClass } from './buttonClass.ts'
import { Cell } from './Cell.tsx'
import { Checkbox } from './Checkbox.tsx'
import { Deadline } from './Deadline.tsx'
import { FilterChips } from './FilterChips.tsx'
import { HeadCell } from './HeadCell.tsx'
import { IconButton } from './IconButton.tsx'
import { Menu } from './Menu.tsx'
import { Money } from './Money.tsx'
import { Pagination } from './Pagination.tsx'
import { RowActions } from './RowActions.tsx'
import { RowLink } from './RowLink.tsx'
import { SearchInput } from './SearchInput.tsx'
import { SkeletonRows } from './SkeletonRows.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { Table } from './Table.tsx'
import { TableRow } from './TableRow.tsx'
import { Tabs } from './Tabs.tsx'
import { Tag } from './Tag.tsx'
import { Ticket } from './Ticket.tsx'
import { Tickets } from './Tickets.tsx'
import { galleryChips, galleryRows } from './galleryRows.ts'
import { linkClass } from './linkClass.ts'

function Today({ sandbox }: { sandbox: boolean }) {
  const tag = sandbox ? <Tag kind="test">Prueba</Tag> : undefined
  return (
    <div className="g-canvas">
      <Tickets label="Hoy">
        <Ticket
          tag={tag}
          when="11:31 · quedan 49 min"
          tone="now"
          left={0.82}
          title="1 enlace sin pagar"
          who="Lucía Ferrándiz · lo abrió hace 6 min"
          amount={<Money cents={14990} />}
          action="Reenviar"
          href="#1"
        />
        <Ticket
          tag={tag}
          when="15:10 · quedan 4 h 28 min"
          tone="now"
          left={0.3}
          title="2 capturas caducan hoy"
          who="Óscar Valdés y Sara Quintanilla"
          amount={<Money cents={31800} />}
          action="Capturar"
          href="#2"
        />
        <Ticket
          tag={tag}
          when="Mañana, 09:12"
          tone="soon"
          left={0.94}
          title="1 pedido por confirmar"
          who="Iker Zabaleta · PED-10497"
          amount={<Money cents={124500} />}
          action="Confirmar"
          href="#3"
        />
        <Ticket
          tag={tag}
          when="Ingresada hoy"
          done
          title="Liquidación cuadrada"
          who="LIQ-2026-000213 · cuenta •••• 1332"
          amount={<Money cents={108368} />}
          action="Ver cuadre"
          href="#4"
        />
      </Tickets>
    </div>
  )
}

const head = (
  <>
    <HeadCell width="calc(var(--gutter) + 34px)">
      <Checkbox label="Todas" labelHidden indeterminate />
    </HeadCell>
    <HeadCell width="9%" sort="descending" sortHref="#sort">
      Fecha
    </HeadCell>
    <HeadCell width="18%">Cliente y pedido</HeadCell>
    <HeadCell width="20%">Estado</HeadCell>
    <HeadCell width="14%">Plazo</HeadCell>
    <HeadCell width="13%" from="lg">
      Producto
    </HeadCell>
    <HeadCell numeric sort={null} sortHref="#amount">
      Importe
    </HeadCell>
    <HeadCell numeric>Neto para ti</HeadCell>
  </>
)

export function GalleryList({ sandbox }: { sandbox: boolean }) {
  const [text, setText] = useState('')
  const [chip, setChip] = useState(true)
  const [chosen, setChosen] = useState('PED-10493')
  return (
    <>
      <Today sandbox={sandbox} />
      <div className="g-sheet">
        <div className="g-bar">
          <h1 className="g-title">Operaciones</h1>
          <SearchInput
            className="g-grow"
            label="Buscar"
            value={text}
            onChange={setText}
            placeholder="Añade otro término…"
            shortcut="/"
            chip={chip ? { label: 'Pedido:', value: 'PED-104', removeLabel: 'Quitar', onRemove: () => setChip(false) } : null}
          />
          <Button variant="quiet" icon={<Calculator />}>
            Simular cuotas
          </Button>
          <IconButton label="Descargar" icon={<Download />} />
          <Button variant="filled" icon={<Plus />}>
            {sandbox ? 'Nueva operación (prueba)' : 'Nueva operación'}
          </Button>
        </div>
        <Tabs
          label="Estado"
          tabs={[
            ['Todas', 14],
            ['Aceptadas', 7],
            ['En proceso', 4],
            ['Detenidas', 2],
            ['Rechazadas', 1],
          ].map(([label, count], index) => ({ label: String(label), count: Number(count), href: `#tab${index}`, current: index === 0 }))}
          aside={
            <>
              <a className={linkClass} href="#new">
                3 cambios · Mostrar
              </a>
              <IconButton label="¿Qué significa cada estado?" icon={<CircleHelp />} />
            </>
          }
        />
        <FilterChips
          label="Subestado"
          groups={[galleryChips.slice(0, 3), galleryChips.slice(3, 5), galleryChips.slice(5)].map((group, at) =>
            group.map(([label, count]) => ({ key: label, label, count, pressed: at === 1 && count === 3, href: `#${count}` })),
          )}
        />
        <Table fixed caption="Operaciones, página 1 de 12" head={head}>
          {galleryRows.map((row) => (
            <TableRow key={row.order} faded={row.faded ?? false} selected={chosen === row.order}>
              <Cell>
                <Checkbox
                  label={row.name}
                  labelHidden
                  checked={chosen === row.order}
                  onChange={() => setChosen(chosen === row.order ? '' : row.order)}
                />
              </Cell>
              <Cell detail={row.at[1]}>{row.at[0]}</Cell>
              <Cell
                card="title"
                detail={
                  <>
                    {row.order} {sandbox && <Tag kind="test">Prueba</Tag>}
                  </>
                }
              >
                <RowLink href={`#${row.order}`}>{row.name}</RowLink>
              </Cell>
              <Cell card="state">
                <StatusBadge kind={row.kind} label={row.state} detail={row.why} faded={row.faded ?? false} />
              </Cell>
              <Cell card={row.tone ? 'foot' : 'hidden'}>
                <Deadline detail={row.dueDetail} tone={row.tone ?? null} left={row.left ?? 0}>
                  {row.due}
                </Deadline>
              </Cell>
              <Cell from="lg" detail="Tienda">
                6 cuotas
                {!row.faded && (
                  <RowActions>
                    <Button size="small">Devolver</Button>
                    <Menu
                      label="Acciones"
                      triggerLabel="Más acciones"
                      triggerClassName={buttonClass('outlined', 'small')}
                      trigger={<Ellipsis />}
                      items={[{ key: 'a', label: 'Cancelar pedido', danger: true }]}
                    />
                  </RowActions>
                )}
              </Cell>
              <Cell card="amount" numeric strong>
                <Money cents={row.cents} />
              </Cell>
              <Cell card="net" numeric detail={row.netDetail}>
                <Money cents={row.net} />
              </Cell>
            </TableRow>
          ))}
        </Table>
        <Pagination
          label="Páginas"
          summary="25 por página"
          current={6}
          maxVisiblePage={12}
          next={7}
          hrefFor={(page) => `#page${page}`}
          pageLabel={(page) => `Página ${page}`}
          previousLabel="Anterior"
          nextLabel="Siguiente"
        />
        <section className="g-part">
          <h2>Cargando</h2>
          <Table fixed busy caption="Cargando" head={head}>
            <SkeletonRows rows={4} widths={[17, 70, 110, 130, 78, 60, -64, -72]} wideOnly={[5]} />
          </Table>
        </section>
      </div>
    </>
  )
}
