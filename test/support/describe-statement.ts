import type { Client, Connection } from 'pg';

export interface Described {
  /** Types of the parameters, as `format_type` names them. */
  params: string[];
  columns: { name: string; type: string }[];
}

/** How PostgreSQL understands a statement (parse and describe), without running it. Rejects with its error. */
export async function describeStatement(client: Client, text: string): Promise<Described> {
  const { params, fields } = await parseAndDescribe(client, text);
  const { rows } = await client.query<{ types: string[] }>(
    `SELECT array_agg(format_type(oid, NULL) ORDER BY at) AS types FROM unnest($1::oid[]) WITH ORDINALITY AS t(oid, at)`,
    [[...params, ...fields.map(({ dataTypeID }) => dataTypeID)]],
  );
  const types = rows[0]?.types ?? [];
  return {
    params: types.slice(0, params.length),
    columns: fields.map(({ name }, at) => ({ name, type: types[params.length + at] ?? '' })),
  };
}

interface Answer {
  params: number[];
  fields: { name: string; dataTypeID: number }[];
}

/** A query object of the driver's kind: the driver calls it back with each message of the protocol. */
function parseAndDescribe(client: Client, text: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const answer: Answer = { params: [], fields: [] };
    let failure: Error | null = null;
    const onParameters = ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      answer.params = dataTypeIDs;
    };
    const settle = (connection: Connection) => {
      connection.off('parameterDescription', onParameters);
      if (failure === null) resolve(answer);
      else reject(failure);
    };
    const query = {
      submit(connection: Connection) {
        connection.on('parameterDescription', onParameters);
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription({ fields }: Pick<Answer, 'fields'>) {
        answer.fields = fields;
      },
      handleError(error: Error, connection: Connection) {
        failure = error;
        connection.sync();
      },
      handleReadyForQuery: settle,
    };
    client.query(query as never);
  });
}
