import FileText from 'lucide-react/icons/file-text'
import Store from 'lucide-react/icons/store'
import UserRound from 'lucide-react/icons/user-round'
import Timer from 'lucide-react/icons/timer'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { Answer } from './Answer.tsx'
import { AnswersCard } from './AnswersCard.tsx'
import { BulkBar } from './BulkBar.tsx'
import { Button } from './Button.tsx'
import { Change } from './Change.tsx'
import { Dialog } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { ImpactColumn } from './ImpactColumn.tsx'
import { InkButton } from './InkButton.tsx'
import { MoneyInput } from './MoneyInput.tsx'
import { Select } from './Select.tsx'
import { Tag } from './Tag.tsx'
import { TextInput } from './TextInput.tsx'
import { type Toast, ToastRegion } from './ToastRegion.tsx'
import { UndoBar } from './UndoBar.tsx'

function Refund({ onClose }: { onClose: () => void }) {
  const [cents, setCents] = useState<number | null>(4000)
  return (
    <Dialog
      size="money"
      title="Devolver a Carmen Illescas Mora"
      tag={<Tag kind="live">REAL</Tag>}
      subtitle="PED-10231 · Puedes devolver hasta 400,00 €"
      closeLabel="Cerrar"
      onClose={onClose}
      onSubmit={onClose}
      note={
        <>
          <Timer />
          Sale a los 20 s. Hasta entonces puedes deshacerla.
        </>
      }
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button variant="filled" type="submit" sends>
            Devolver 40,00 €
          </Button>
        </>
      }
    >
      <div className="g-dialog-form">
        <Field label="Importe" aside="Todo">
          <MoneyInput size="large" autoFocus value={cents} onChange={setCents} />
        </Field>
        <Field label="Motivo" help="También por artículos">
          <Select size="large">
            <option>Producto devuelto</option>
          </Select>
        </Field>
        <Field label="Nota interna, si quieres" help="No la ve el cliente">
          <TextInput size="large" placeholder="Ej.: vuelve el candado, sin usar" />
        </Field>
      </div>
      <AnswersCard layout="impact" label="Qué cambia">
        <ImpactColumn
          title="Cliente"
          icon={<UserRound />}
          items={[
            { key: 'a', term: 'Cuotas que le quedan', value: <Change from="4 de 50,00 €" to="4 de 40,00 €" toLabel="pasa a" /> },
            { key: 'b', term: 'Vuelve a su tarjeta', value: '0,00 €' },
          ]}
        />
        <ImpactColumn
          title="Tú"
          icon={<Store />}
          items={[
            { key: 'a', term: 'Liquidación de mañana, 20.11.2026', value: <Change from="641,20 €" to="604,77 €" toLabel="pasa a" /> },
            { key: 'b', term: 'Recuperas comisión e IVA', value: '+1,21 €' },
          ]}
        />
        <ImpactColumn
          title="Documentos"
          icon={<FileText />}
          items={[
            { key: 'a', term: 'Factura rectificativa', value: 'Sí, por 1,21 €' },
            { key: 'b', term: 'Se emite', value: '30.11.2026' },
          ]}
        />
        <Answer outgoing question="Le llegará">
          <span className="text-ink">«Ciclos Alameda te devuelve 40,00 €. Tus 4 cuotas pendientes bajan a 40,00 €.»</span>
        </Answer>
      </AnswersCard>
    </Dialog>
  )
}

export function GalleryFloating({ dialog }: { dialog: string | null }) {
  const [open, setOpen] = useState(dialog)
  const [undo, setUndo] = useState<number | null>(() => Date.now() + 20_000)
  const [toasts, setToasts] = useState<Toast[]>([{ key: 'a', message: 'Copiado: PED-10498' }])
  return (
    <div className="g-sheet">
      <div className="g-bar">
        <Button onClick={() => setOpen('money')}>Abrir devolución</Button>
        <Button onClick={() => setOpen('other')}>Abrir confirmación</Button>
        <Button onClick={() => setUndo(Date.now() + 20_000)}>Otra devolución</Button>
      </div>
      {open === 'money' && <Refund onClose={() => setOpen(null)} />}
      {open === 'other' && (
        <Dialog
          title="Cancelar el pedido de Carmen"
          tag={<Tag kind="sandbox">PRUEBAS</Tag>}
          closeLabel="Cerrar"
          onClose={() => setOpen(null)}
          footer={
            <>
              <Button variant="quiet" onClick={() => setOpen(null)}>
                Volver
              </Button>
              <Button variant="filled">Cancelar pedido</Button>
            </>
          }
        >
          Se anulan las 4 cuotas pendientes.
        </Dialog>
      )}
      <BulkBar
        label="Selección"
        summary={
          <>
            <b className="font-strong">2 operaciones</b> 318,00 €
          </>
        }
        clearLabel="Quitar la selección"
        onClear={() => {}}
      >
        <InkButton variant="verb">Capturar 318,00 €</InkButton>
        <InkButton>
          <Download />
          Exportar
        </InkButton>
      </BulkBar>
      <ToastRegion
        label="Avisos"
        closeLabel="Cerrar"
        toasts={toasts}
        onClose={(key) => setToasts(toasts.filter((toast) => toast.key !== key))}
      >
        {undo !== null && (
          <UndoBar
            title="Devolución de 40,00 €"
            detail={(seconds) => `Sale en ${seconds} s. Puedes cerrar esta página.`}
            endsAt={undo}
            totalMs={20_000}
            ringLabel="Tiempo para deshacer"
            undoLabel="Deshacer"
            onUndo={() => setUndo(null)}
            onEnd={() => setUndo(null)}
          />
        )}
      </ToastRegion>
    </div>
  )
}
