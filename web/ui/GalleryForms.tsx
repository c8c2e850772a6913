import { useState } from 'react'
import { Button } from './Button.tsx'
import { Checkbox } from './Checkbox.tsx'
import { Chip } from './Chip.tsx'
import { DateInput } from './DateInput.tsx'
import { Field } from './Field.tsx'
import { IconButton } from './IconButton.tsx'
import { Kbd } from './Kbd.tsx'
import { Menu } from './Menu.tsx'
import { MoneyInput } from './MoneyInput.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { Select } from './Select.tsx'
import { Textarea } from './Textarea.tsx'
import { TextInput } from './TextInput.tsx'
import { linkClass } from './linkClass.ts'
import Bell from 'lucide-react/icons/bell'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'

function Buttons() {
  const [busy, setBusy] = useState(false)
  return (
    <section className="g-part">
      <h2>Botones</h2>
      <div className="g-bar">
        <Button variant="filled" busy={busy} busyLabel="Enviando…" onClick={() => setBusy(true)}>
          Devolver 40,00 €
        </Button>
        <Button variant="filled" busy busyLabel="Enviando…">
          Devolver 40,00 €
        </Button>
        <Button>Con borde</Button>
        <Button variant="quiet">Discreto</Button>
        <Button variant="danger">Cancelar pedido</Button>
        <Button size="small">Pequeño</Button>
        <Button size="large" variant="filled">
          Entrar
        </Button>
        <Button variant="filled" disabledReason="Falta el importe">
          Devolver
        </Button>
        <IconButton label="3 tareas pendientes" icon={<Bell />} count={3} />
        <Menu
          label="Tiendas"
          triggerClassName="button h-(--control) px-2"
          trigger={
            <>
              Ciclos Alameda <ChevronsUpDown className="size-3.75" />
            </>
          }
          items={[
            { key: 'a', label: 'Ciclos Alameda', checked: true },
            { key: 'b', label: 'Tienda Gran Vía', checked: false },
            { key: 'c', label: 'Cerrar tienda', disabledReason: 'Solo la dueña', danger: true },
          ]}
        />
        <Chip pressed count={4}>
          En proceso
        </Chip>
        <Chip count={0}>Vacío</Chip>
        <Kbd>Ctrl K</Kbd>
        <a className={linkClass} href="#l">
          Un enlace
        </a>
      </div>
    </section>
  )
}

export function GalleryForms() {
  const [cents, setCents] = useState<number | null>(4000)
  const [signed, setSigned] = useState<number | null>(-123456)
  const [date, setDate] = useState<string | null>('2026-11-19')
  return (
    <div className="g-sheet">
      <Buttons />
      <section className="g-part">
        <h2>Campos</h2>
        <div className="g-form">
          <Field label="Correo" required help="El de tu cuenta de tienda">
            <TextInput type="email" placeholder="Ej.: marta@tienda.example" />
          </Field>
          <Field
            label="Contraseña"
            aside={
              <a className={linkClass} href="#f">
                La he olvidado
              </a>
            }
          >
            <PasswordInput showLabel="Mostrar contraseña" hideLabel="Ocultar contraseña" defaultValue="secreto secreto" />
          </Field>
          <Field label="Correo" error="Falta la arroba">
            <TextInput defaultValue="marta.tienda.example" />
          </Field>
          <Field
            label="Importe"
            aside={
              <button type="button" className={linkClass}>
                Todo
              </button>
            }
            help={`Céntimos: ${cents ?? 'nada'}`}
          >
            <MoneyInput size="large" value={cents} onChange={setCents} />
          </Field>
          <Field label="Ajuste" help={`Céntimos: ${signed ?? 'nada'}`}>
            <MoneyInput signed value={signed} onChange={setSigned} />
          </Field>
          <Field label="Desde" help={`Fecha: ${date ?? 'nada'}`}>
            <DateInput value={date} onChange={setDate} pickerLabel="Abrir calendario" placeholder="dd.mm.aaaa" />
          </Field>
          <Field label="Motivo">
            <Select defaultValue="b">
              <option value="a">Elige un motivo</option>
              <option value="b">Producto devuelto</option>
            </Select>
          </Field>
          <Field label="Nota interna, si quieres" help="No la ve el cliente">
            <Textarea placeholder="Ej.: vuelve el candado, sin usar" />
          </Field>
          <Field label="Sin permiso">
            <TextInput disabled defaultValue="B12345678" />
          </Field>
          <div>
            <Checkbox label="Avisar al cliente" defaultChecked help="Por SMS y por correo" />
            <Checkbox label="Incluir envío" />
            <Checkbox label="Algunas" indeterminate />
            <Checkbox label="No puedes" disabled />
          </div>
        </div>
      </section>
    </div>
  )
}
