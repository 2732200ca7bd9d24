import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';
import styles from './tabs.module.css';

export interface TabsProps<V extends string> {
  label: string;
  tabs: readonly { id: NoInfer<V>; title: string; content: ReactNode }[];
  selected: V;
  onSelect(id: NoInfer<V>): void;
}

/** Which one is open belongs to the page's address: it is the caller's to keep. */
export function Tabs<V extends string>({ label, tabs, selected, onSelect }: TabsProps<V>) {
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => {
        const chosen = tabs.find(({ id }) => id === key);
        if (chosen !== undefined) onSelect(chosen.id);
      }}
    >
      <TabList aria-label={label} className={styles.list ?? ''}>
        {tabs.map(({ id, title }) => (
          <Tab key={id} id={id} className={styles.tab ?? ''}>
            {title}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={styles.panel ?? ''}>
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
