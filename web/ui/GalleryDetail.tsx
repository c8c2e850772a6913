import Bell from 'lucide-react/icons/bell'
import Check from 'lucide-react/icons/check'
import Landmark from 'lucide-react/icons/landmark'
import Printer from 'lucide-react/icons/printer'
import Undo2 from 'lucide-react/icons/undo-2'
import { Answer } from './Answer.tsx'
import { AnswersCard } from './AnswersCard.tsx'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { Cell } from './Cell.tsx'
import { CopyButton } from './CopyButton.tsx'
import { DeadlineRing } from './DeadlineRing.tsx'
import { DefinitionList } from './DefinitionList.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorCard } from './ErrorCard.tsx'
import { Flag } from './Flag.tsx'
import { HeadCell } from './HeadCell.tsx'
import { HeroAmount } from './HeroAmount.tsx'
import { Money } from './Money.tsx'
import { MoneyWaterfall } from './MoneyWaterfall.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { Table } from './Table.tsx'
import { TableRow } from './TableRow.tsx'
import { Timeline } from './Timeline.tsx'
import { linkClass } from './linkClass.ts'

const words = {
  whatFailed: '¿Qué ha fallado?',
  didMoneyMove: '¿Se ha movido dinero?',
  whatToDo: '¿Qué hago?',
  retry: 'Reintentar',
  reference: 'Referencia para soporte:',
  copy: 'Copiar',
  copied: 'Copiado',
  retrying: 'Reintentando…',
}

function Status({ urgent }: { urgent: boolean }) {
  return (
    <AnswersCard layout="status" tone={urgent ? 'urgent' : 'calm'} label={urgent ? 'Situación urgente' : 'Situación'}>
      <Answer question="¿Quién actúa?" answer={urgent ? 'Tú' : 'Nadie'}>
        {urgent ? 'O cualquiera de tu equipo.' : 'El plan sigue su curso.'}
      </Answer>
      {urgent ? (
        <Answer
          question="¿Hasta cuándo?"
          answer={<span className="text-danger-ink">Hoy, 15:10</span>}
          icon={<DeadlineRing tone="now" left={0.05} size={16} />}
        >
          Quedan 4 h 28 min de 15 días.
        </Answer>
      ) : (
        <Answer question="¿Hasta cuándo?" answer="14.12.2026">
          Próxima cuota, en 25 días.
        </Answer>
      )}
      <Answer wide question="¿Qué hago?" answer={urgent ? 'Capturar' : 'Nada'}>
        Si vuelve algo,{' '}
        <a className={linkClass} href="#d">
          devuelve
        </a>{' '}
        hasta <Money cents={40000} />.
      </Answer>
      <Answer wide outgoing question="¿Qué le digo?">
        <p className="text-base text-ink">«Todo en orden; tu próxima cuota es de 50,00 € el 14.12.2026.»</p>
        <CopyButton text="Todo en orden" label="Copiar" copiedLabel="Copiado" />
      </Answer>
    </AnswersCard>
  )
}

export function GalleryDetail() {
  return (
    <div className="g-sheet">
      <Banner
        tone="warning"
        title="Tu cuenta está desactivada desde el 12.11.2026"
        action={<Button size="small">Escribir a soporte</Button>}
      >
        Puedes devolver, ver liquidaciones y descargar facturas.
      </Banner>
      <div className="g-part g-bar">
        <HeroAmount cents={60000} />
        <span className="text-ink-2">
          <b className="font-strong">363,90 €</b> netos para ti
        </span>
        <span className="g-grow" />
        <Button variant="quiet" icon={<Printer />}>
          Imprimir
        </Button>
        <Button disabledReason="Solo se cancela antes de la primera cuota">Cancelar pedido</Button>
        <Button variant="filled" icon={<Undo2 />}>
          Devolver
        </Button>
      </div>
      <div className="g-part g-bar">
        <StatusBadge shape="pill" kind="accepted-filled" label="Pago en proceso" />
        <StatusBadge shape="pill" kind="merchant" label="Pendiente de la tienda" />
        <StatusBadge shape="pill" kind="stopped" label="Detenida" />
        <StatusBadge shape="pill" kind="rejected" label="Rechazada" />
        <Flag>Devuelta en parte: 200,00 €</Flag>
        <Flag icon={<Landmark />}>Liquidada en LIQ-2026-000171</Flag>
      </div>
      <div className="g-part">
        <Status urgent={false} />
      </div>
      <div className="g-part">
        <Status urgent />
      </div>
      <div className="g-part g-cols">
        <section>
          <h2>El dinero</h2>
          <MoneyWaterfall
            caption="El dinero"
            lines={[
              { key: 'a', label: 'Importe', cents: 60000 },
              { key: 'b', label: 'Devuelto', note: 'el 16.11.2026', cents: -20000 },
              { key: 'c', label: 'Comisión', note: '2,50 % + 0,30 €', cents: -1030 },
              { key: 'd', label: 'IVA de la comisión', note: '21 %', cents: -216 },
              { key: 'e', label: 'Subvención', note: 'campaña «Otoño al 0 %»', cents: -2364 },
            ]}
            totalLabel="Neto para ti"
            totalCents={36390}
            closed
          />
          <h2 className="mt-10 mb-2 text-title-sm">Plan del cliente</h2>
          <Table
            bleed={false}
            cards={false}
            caption="Plan del cliente"
            head={
              <>
                <HeadCell>N.º</HeadCell>
                <HeadCell>Fecha</HeadCell>
                <HeadCell>Estado</HeadCell>
                <HeadCell numeric>Importe</HeadCell>
              </>
            }
          >
            {[1, 2, 3].map((number) => (
              <TableRow key={number}>
                <Cell>{number}</Cell>
                <Cell>14.1{number}.2026</Cell>
                <Cell>
                  <StatusBadge kind={number < 3 ? 'accepted-filled' : 'upcoming'} label={number < 3 ? 'Pagada' : 'Próxima'} />
                </Cell>
                <Cell numeric>
                  <Money cents={10000} />
                </Cell>
              </TableRow>
            ))}
          </Table>
        </section>
        <section>
          <h2>Qué ha pasado</h2>
          <Timeline
            events={[
              { key: '1', upcoming: true, title: '3.ª cuota, 50,00 €', detail: '14.12.2026 · dentro de 25 días' },
              { key: '2', icon: <Bell />, title: 'Aviso al cliente entregado', detail: '16.11.2026, 10:13 · SMS y correo' },
              { key: '3', icon: <Undo2 />, title: 'Devolución de 200,00 €', detail: '16.11.2026, 10:12 · Marta, desde el panel' },
              { key: '4', icon: <Check />, title: '2.ª cuota cobrada, 100,00 €', detail: '14.11.2026, 08:02 · Sistema' },
            ]}
          />
          <DefinitionList
            items={[
              { key: 'd', term: 'Documento', value: '***4567Z' },
              { key: 'c', term: 'Correo', value: 'carmen.im@correo.example' },
            ]}
          />
        </section>
      </div>
      <div className="g-part">
        <ErrorCard
          words={words}
          title="No se ha podido leer la lista"
          detail="El servidor no ha respondido en 15 segundos. El resto de la página funciona."
          moneyMoved="No"
          moneyDetail="Solo era una lectura."
          onRetry={() => {}}
          actions={<Button>Ver datos de las 10:31</Button>}
          requestId="req_7f3a91c2"
        />
      </div>
      <div className="g-part">
        <ErrorCard
          words={words}
          moneyAtRisk
          title="No sabemos si la devolución ha salido"
          detail="Se cortó la conexión a la mitad."
          moneyMoved="No se sabe"
          moneyDetail="Míralo en «Qué ha pasado» dentro de un minuto."
          onRetry={() => {}}
          retrying
        />
      </div>
      <EmptyState
        awning
        title="Todavía no has vendido a plazos"
        actions={
          <>
            <Button variant="filled">Nueva operación</Button>
            <Button>Conectar tienda online</Button>
          </>
        }
      >
        Cobra en el mostrador con un QR o conecta tu tienda online. Aquí verás cada venta desde el primer minuto.
      </EmptyState>
      <EmptyState title="PED-10498 no está en «Rechazadas»" actions={<Button>Quitar «Rechazadas»</Button>}>
        Hay 1 operación con ese pedido, en «En proceso».
      </EmptyState>
    </div>
  )
}
