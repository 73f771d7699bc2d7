export * from 'bitecs';
