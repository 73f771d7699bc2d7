export * from 'bitecs-collision/3d';
