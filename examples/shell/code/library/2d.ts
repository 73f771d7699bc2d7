export * from 'bitecs-collision/2d';
