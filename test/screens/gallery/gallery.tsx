// Shows every shared component for components.test.ts, including those that no console uses yet.
import { Inbox, Search } from 'lucide-react';
import { useState } from 'react';
import { NoAnswerError } from '../../../consoles/shared/api/problem.ts';
import { mount } from '../../../consoles/shared/app/mount.tsx';
import { LocaleProvider } from '../../../consoles/shared/i18n/locale.tsx';
import { ThemeProvider } from '../../../consoles/shared/theme/theme.tsx';
import { Banner } from '../../../consoles/shared/ui/banner.tsx';
import { Button, IconButton } from '../../../consoles/shared/ui/button.tsx';
import { DataTable } from '../../../consoles/shared/ui/data-table.tsx';
import { Dialog } from '../../../consoles/shared/ui/dialog.tsx';
import { EmptyState } from '../../../consoles/shared/ui/empty-state.tsx';
import { ErrorState } from '../../../consoles/shared/ui/error-state.tsx';
import { LanguageSwitch } from '../../../consoles/shared/ui/language-switch.tsx';
import { ProgressBar } from '../../../consoles/shared/ui/progress-bar.tsx';
import { Select } from '../../../consoles/shared/ui/select.tsx';
import { Skeleton } from '../../../consoles/shared/ui/skeleton.tsx';
import type { Column } from '../../../consoles/shared/ui/table-model.ts';
import { TextField } from '../../../consoles/shared/ui/text-field.tsx';

interface Row {
  id: string;
  name: string;
  tasks: number;
}

const ROWS: readonly Row[] = [
  { id: 'W-1', name: 'Rashid', tasks: 9 },
  { id: 'W-2', name: 'راشد', tasks: 10 },
  { id: 'W-3', name: 'Aisha', tasks: 2 },
];
const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', names: true, value: ({ name }) => name },
  { id: 'tasks', header: 'Tasks', value: ({ tasks }) => tasks, numeric: true },
];

const MANY: readonly Row[] = Array.from({ length: 400 }, (_, index) => ({
  id: `L-${index}`,
  name: `Driver ${index + 1}`,
  tasks: (index * 7) % 13,
}));

/** Shown one at a time. */
const PARTS = ['table', 'long', 'states'] as const;

function Gallery() {
  const [open, setOpen] = useState(false);
  const [part, setPart] = useState<(typeof PARTS)[number]>('table');
  const [reason, setReason] = useState<'none' | 'late'>('none');
  const table = (
    <DataTable
      label="Drivers"
      columns={COLUMNS}
      rows={ROWS}
      keyOf={({ id }) => id}
      file="drivers"
      bulk={{
        nameOf: ({ name }) => name,
        actions: (selected) => <Button>Assign {selected.length}</Button>,
      }}
    />
  );
  const long = (
    <DataTable label="All drivers" columns={COLUMNS} rows={MANY} keyOf={({ id }) => id} file="all" />
  );
  const states = (
    <>
      <EmptyState icon={Inbox} title="Nothing waits" />
      <ErrorState error={new NoAnswerError(null)} onRetry={() => undefined} />
      <Skeleton />
    </>
  );
  return (
    <main>
      <h1>Gallery</h1>
      <LanguageSwitch />
      {(['info', 'success', 'warning', 'danger'] as const).map((tone) => (
        <Banner key={tone} tone={tone} title={tone}>
          What it says
        </Banner>
      ))}
      {(['primary', 'secondary', 'quiet', 'danger'] as const).map((kind) => (
        <Button key={kind} kind={kind} onPress={() => setOpen(true)}>
          Open {kind}
        </Button>
      ))}
      <IconButton label="Find" shortcut="Ctrl+k" icon={<Search aria-hidden size={18} />} />
      <TextField label="Note" description="At most a line" error="Too long" />
      <Select
        label="Reason"
        value={reason}
        onChange={setReason}
        options={[
          { id: 'none', text: 'No reason' },
          { id: 'late', text: 'Too late' },
        ]}
      />
      <ProgressBar label="Planning" share={0.4} />
      <ProgressBar label="Waiting" share={null} />
      {PARTS.map((each) => (
        <Button key={each} onPress={() => setPart(each)}>
          Show {each}
        </Button>
      ))}
      {{ table, long, states }[part]}
      {open ? (
        <Dialog title="A question" onClose={() => setOpen(false)} actions={<Button>Yes</Button>}>
          Shall it be done?
        </Dialog>
      ) : null}
    </main>
  );
}

mount(
  <LocaleProvider>
    <ThemeProvider>
      <Gallery />
    </ThemeProvider>
  </LocaleProvider>,
);
